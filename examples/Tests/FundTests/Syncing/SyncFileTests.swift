import Foundation
import TestSupport
import Testing

@Suite("Files on several devices")
struct SyncFileTests {
    private func shared() async throws -> (server: SyncServer, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Equity")
        try devices[0].write("a report", to: "data/fund/Equity/2026/report 日本.txt")
        try await syncAll(devices)
        return (server, devices[0], devices[1])
    }

    private static let file = "Equity/2026/report 日本.txt"
    /// The SHA-256 of “a report”.
    private static let sha256 = "90bd35df60f1e27d2236245a4a49f73e1dfb01936f2c2159c70a2bde93eb2977"

    private func text(_ device: Investor, _ path: String = file) throws -> String {
        try String(contentsOf: device.root.appending(path: path), encoding: .utf8)
    }

    @Test("A file is listed on the other device, and fetched if it is asked for")
    func fetching() async throws {
        let (server, desk, laptop) = try await shared()
        let listed = try await laptop.records("show", "Equity")
        #expect(listed.map { [$0[1], $0[4]] } == [["2026/report 日本.txt", "elsewhere"]])
        for command in ["open", "preview"] {
            let result = try await laptop.fund(command, Self.file)
            #expect(result.ending == .exit(66) && result.errors.contains("fund sync --files"))
        }
        // The bytes are sent only if they are asked for, too.
        let early = try await laptop.fund("sync", "--files", Self.file)
        #expect(early.ending == .exit(66) && early.errors.contains("On a device that has it"))
        #expect(try await desk.succeed("sync", "--files", "Equity").output == "uploaded\tfile\t\(Self.file)\n")
        #expect(try await laptop.succeed("sync", "--files", Self.file).output == "fetched\tfile\t\(Self.file)\n")
        #expect(try text(laptop) == "a report")
        #expect(try await laptop.records("search", "report").count == 1)
        #expect(try await laptop.succeed("preview", Self.file).output == "a report\n")
        for device in [desk, laptop] { #expect(try await device.succeed("sync", "--files", "all").output.isEmpty) }
        let unknown = try await laptop.fund("sync", "--files", "Equity/none.pdf")
        #expect(unknown.ending == .exit(66))
        withExtendedLifetime(server) {}
    }

    @Test("A newer version of a file waits until it is asked for")
    func newerVersion() async throws {
        let (server, desk, laptop) = try await shared()
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try desk.write("a newer report", to: "data/fund/\(Self.file)")
        try await desk.succeed("sync", "--files", "all")
        try await laptop.succeed("sync")
        #expect(try text(laptop) == "a report")
        try await laptop.succeed("sync", "--files", "Equity")
        #expect(try text(laptop) == "a newer report")
        #expect(try await laptop.succeed("sync").output.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("If two devices changed a file, both files stay")
    func conflict() async throws {
        let (server, desk, laptop) = try await shared()
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try desk.write("from the desk", to: "data/fund/\(Self.file)")
        try laptop.write("from the laptop", to: "data/fund/\(Self.file)")
        try await desk.succeed("sync", "--files", "all")
        let result = try await laptop.succeed("sync", "--files", "all")
        #expect(result.errors.contains("Both stay"))
        for device in [desk, laptop, desk] { try await device.succeed("sync", "--files", "all") }
        for device in [desk, laptop] {
            #expect(try text(device) == "from the desk")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: device.root.appending(path: "Equity/2026").path)
            let copy = try #require(names.first { $0.hasPrefix("report 日本 (from laptop, ") && $0.hasSuffix(").txt") })
            #expect(try text(device, "Equity/2026/\(copy)") == "from the laptop")
            #expect(names.count == 2)
        }
        withExtendedLifetime(server) {}
    }

    @Test("If only the date of a file changed, it gets the newer version of another device, and no copy is made")
    func touched() async throws {
        let (server, desk, laptop) = try await shared()
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: laptop.root.appending(path: Self.file).path)
        try desk.write("a newer report", to: "data/fund/\(Self.file)")
        try await desk.succeed("sync", "--files", "all")
        let result = try await laptop.succeed("sync", "--files", "all")
        #expect(result.output == "fetched\tfile\t\(Self.file)\n", "\(result)")
        for device in [desk, laptop] {
            #expect(try await device.succeed("sync", "--files", "all").output.isEmpty)
            #expect(try text(device) == "a newer report")
            #expect(try await device.records("show", "Equity").count == 1)
        }
        withExtendedLifetime(server) {}
    }

    @Test("A file that both devices have is one file, and a deleted one goes to the trash of the other device")
    func sameFile() async throws {
        let (server, desk, laptop) = try await shared()
        try laptop.write("a report", to: "data/fund/\(Self.file)")
        try await syncAll([desk, laptop])
        for device in [desk, laptop] { #expect(try await device.records("show", "Equity").map { $0[4] } == [""]) }
        try await desk.succeed("rm", "--forever", Self.file)
        try await syncAll([desk, laptop])
        for device in [desk, laptop] { #expect(try await device.records("show", "Equity").isEmpty) }
        let trash = try FileManager.default.contentsOfDirectory(
            atPath: laptop.home.appending(path: "data/Trash/files").path)
        #expect(trash == ["report 日本.txt"])
        withExtendedLifetime(server) {}
    }

    @Test("A file that was deleted on one device stays if another one changed it")
    func editWins() async throws {
        let (server, desk, laptop) = try await shared()
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try await desk.succeed("rm", "--forever", Self.file)
        try laptop.write("an edited report", to: "data/fund/\(Self.file)")
        try await syncAll([desk, laptop])
        #expect(try text(laptop) == "an edited report")
        #expect(try await desk.records("show", "Equity").map { $0[4] } == ["elsewhere"])
        withExtendedLifetime(server) {}
    }

    @Test("A file that has begun to arrive arrives completely, and one that is damaged is fetched again")
    func resuming() async throws {
        let (server, desk, laptop) = try await shared()
        try await desk.succeed("sync", "--files", "equity")
        try laptop.write("a rumor", to: "data/fund/.fund/arriving/\(Self.sha256)")
        let damaged = try await laptop.fund("sync", "--files", Self.file)
        #expect(damaged.ending == .exit(65) && damaged.errors.contains("arrived damaged"))
        try laptop.write("a rep", to: "data/fund/.fund/arriving/\(Self.sha256)")
        try await laptop.succeed("sync", "--files", "equity/2026/report 日本.txt")
        #expect(try text(laptop) == "a report")
        withExtendedLifetime(server) {}
    }

    @Test("A file that a killed sync has placed stays as it is if another one with the same bytes is fetched")
    func placed() async throws {
        let (server, desk, laptop) = try await shared()
        try await desk.succeed("sync", "--files", "all")
        let kept = try laptop.write("a report", to: "data/fund/Equity/kept.txt")
        let arriving = laptop.root.appending(path: ".fund/arriving").path
        try FileManager.default.createDirectory(atPath: arriving, withIntermediateDirectories: true)
        try FileManager.default.linkItem(atPath: kept, toPath: "\(arriving)/\(Self.sha256)")
        try await laptop.succeed("sync", "--files", Self.file)
        let numbers = try [kept, laptop.root.appending(path: Self.file).path].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.systemFileNumber] as? Int
        }
        #expect(numbers[0] != numbers[1])
        #expect(try text(laptop) == "a report")
        withExtendedLifetime(server) {}
    }

    @Test("A sync deletes the beginnings of files that no longer have to be fetched, and keeps those of the others")
    func unwantedDrafts() async throws {
        let (server, desk, laptop) = try await shared()
        try await desk.succeed("sync", "--files", "all")
        func drafts() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: laptop.root.appending(path: ".fund/arriving").path)
        }
        for draft in [Self.sha256, String(repeating: "0", count: 64)] {
            try laptop.write("a rep", to: "data/fund/.fund/arriving/\(draft)")
        }
        try await laptop.succeed("sync")
        #expect(try drafts() == [Self.sha256])
        try desk.write("a newer report", to: "data/fund/\(Self.file)")
        try await desk.succeed("sync", "--files", "all")
        try await laptop.succeed("sync")
        #expect(try drafts().isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("A fetched file has the date on which it last changed on the other device")
    func date() async throws {
        let (server, desk, laptop) = try await shared()
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: desk.root.appending(path: Self.file).path)
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        let attributes = try FileManager.default.attributesOfItem(atPath: laptop.root.appending(path: Self.file).path)
        #expect(attributes[.modificationDate] as? Date == date)
        for device in [laptop, desk] { #expect(try await device.succeed("sync").output.isEmpty) }
        withExtendedLifetime(server) {}
    }

    #if os(Linux)
    @Test("A file that can't be read is named, and the others are sent")
    func unreadable() async throws {
        let (server, desk, _) = try await shared()
        // Even root can't read from there.
        try FileManager.default.createSymbolicLink(
            atPath: desk.root.appending(path: "Equity/photo.jpg").path, withDestinationPath: "/proc/self/mem")
        let result = try await desk.fund("sync", "--files", "all")
        #expect(result.ending == .exit(74) && result.output == "uploaded\tfile\t\(Self.file)\n", "\(result)")
        #expect(result.errors.contains("“Equity/photo.jpg” can't be read"), "\(result.errors)")
        withExtendedLifetime(server) {}
    }

    @Test("A file is fetched, and replaced by a newer one, if its fund's folder is on another file system")
    func otherFileSystem() async throws {
        let (server, desk, laptop) = try await shared()
        let alone = geteuid() == 0 ? "--mount" : "--user --map-root-user --mount"
        let result = try await laptop.shell(
            """
            exec unshare \(alone) /bin/sh -c '
            send() {
                printf %s "$1" >"$source" && touch -d "@$2" "$source" &&
                XDG_DATA_HOME="$desk" "$fund" sync --quiet --files all
            }
            fetch() {
                "$fund" sync --quiet --files all && cat "$target" && stat -c " %Y" "$target" && ls -A "${target%/*}"
            }
            mount -t tmpfs none "$folder" &&
            send "a short report" 1000000000 && fetch && send "a newer report!" 1100000000 && fetch'
            """,
            [
                "desk": desk.home.appending(path: "data").path, "source": desk.root.appending(path: Self.file).path,
                "folder": laptop.root.appending(path: "Equity").path,
                "target": laptop.root.appending(path: Self.file).path,
            ])
        #expect(
            result.output
                == "a short report 1000000000\nreport 日本.txt\na newer report! 1100000000\nreport 日本.txt\n",
            "\(result.errors)")
        let arriving = laptop.root.appending(path: ".fund/arriving").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: arriving).isEmpty)
        withExtendedLifetime(server) {}
    }
    #endif
}

import Foundation
import TestSupport
import Testing

@Suite("Files that one device renames")
struct SyncRenameTests {
    private struct Devices {
        let server: SyncServer
        let desk: Investor
        let laptop: Investor
        /// It has no bytes of any file.
        let phone: Investor

        var all: [Investor] { [desk, laptop, phone] }
    }

    /// Three devices that know four files. The desk and the laptop have them.
    private func devices() async throws -> Devices {
        let server = try await SyncServer()
        let all = try await server.devices("desk", "laptop", "phone")
        for fund in ["Equity", "Bonds"] { try await all[0].succeed("new", fund) }
        for path in ["Report.TXT", "2025/a.txt", "2025/b.txt", "Deed.txt"] {
            try all[0].write("text of \(path)", to: "data/fund/Equity/\(path)")
        }
        for device in all.prefix(2) { try await device.succeed("sync", "--files", "all") }
        try await all[2].succeed("sync")
        return Devices(server: server, desk: all[0], laptop: all[1], phone: all[2])
    }

    private func move(_ path: String, to newPath: String, on device: Investor) throws {
        let place = device.root.appending(path: newPath)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: device.root.appending(path: path), to: place)
    }

    /// The texts of all files of a device, by their paths.
    private func files(_ device: Investor) throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: device.root.path)
        return try paths.filter { $0.lowercased().hasSuffix(".txt") }.reduce(into: [:]) { files, path in
            files[path] = try String(contentsOf: device.root.appending(path: path), encoding: .utf8)
        }
    }

    private func trash(_ device: Investor) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: device.home.appending(path: "data/Trash/files").path))
            ?? []
    }

    @Test("A renamed file, the files of a renamed folder and a file that moved to another fund follow with their bytes")
    func following() async throws {
        let devices = try await devices()
        try move("Equity/Report.TXT", to: "Equity/REPORT.txt", on: devices.desk)
        try move("Equity/2025", to: "Equity/Archive/2025", on: devices.desk)
        try move("Equity/Deed.txt", to: "Bonds/Deed.txt", on: devices.desk)
        let moved = [
            "Bonds/Deed.txt": "Deed.txt", "Equity/Archive/2025/a.txt": "2025/a.txt",
            "Equity/Archive/2025/b.txt": "2025/b.txt", "Equity/REPORT.txt": "Report.TXT",
        ].mapValues { "text of \($0)" }
        try await devices.desk.succeed("sync")
        let lines = try await devices.laptop.succeed("sync").lines
        #expect(lines.filter { $0.hasPrefix("renamed") }.sorted() == moved.keys.sorted().map { "renamed\tfile\t\($0)" })
        #expect(!lines.contains { $0.hasPrefix("removed") }, "\(lines)")
        for device in [devices.desk, devices.laptop] { #expect(try files(device) == moved) }
        #expect(trash(devices.laptop).isEmpty)
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: devices.laptop.root.appending(path: "Equity").path)
        #expect(Set(folders) == ["Archive", "REPORT.txt"], "a folder that the files have left empty stays")
        #expect(try await devices.laptop.records("search", "text of deed").map { $0[2] } == ["Bonds/Deed.txt"])
        try await devices.phone.succeed("sync")
        #expect(try files(devices.phone).isEmpty)
        let listed = try await devices.phone.records("show", "Equity")
        #expect(Set(listed.map { $0[1] }) == ["Archive/2025/a.txt", "Archive/2025/b.txt", "REPORT.txt"])
        for device in devices.all { #expect(try await device.succeed("sync").output.isEmpty) }
    }

    @Test("A file that moved as deep as a scan looks follows with its bytes, and other devices can fetch it")
    func deepest() async throws {
        let devices = try await devices()
        let path = (1...16).map { "\($0)/" }.joined() + "Deed.txt"
        try move("Equity/Deed.txt", to: "Equity/\(path)", on: devices.desk)
        try await devices.desk.succeed("sync")
        let lines = try await devices.laptop.succeed("sync").lines
        #expect(lines.contains("renamed\tfile\tEquity/\(path)"), "\(lines)")
        #expect(trash(devices.laptop).isEmpty)
        try await devices.phone.succeed("sync", "--files", "all")
        for device in devices.all {
            #expect(try files(device)["Equity/\(path)"] == "text of Deed.txt")
            #expect(try await device.succeed("sync").output.isEmpty)
        }
    }

    @Test("A file can have the name of a folder whose files another device renamed")
    func folderBecomesFile() async throws {
        let devices = try await devices()
        try move("Equity/2025", to: "Equity/Archive", on: devices.desk)
        try devices.desk.write("a year", to: "data/fund/Equity/2025")
        try await devices.desk.succeed("sync", "--files", "all")
        try await devices.laptop.succeed("sync", "--files", "all")
        let place = devices.laptop.root.appending(path: "Equity/2025")
        #expect(try String(contentsOf: place, encoding: .utf8) == "a year")
        for device in devices.all { #expect(try await device.fund("sync").ending == .exit(0)) }
    }

    @Test("The deletion of an empty file renames no other empty file")
    func emptyFile() async throws {
        let devices = try await devices()
        try devices.desk.write("", to: "data/fund/Equity/empty.txt")
        for device in devices.all.prefix(2) { try await device.succeed("sync", "--files", "all") }
        try devices.desk.write("", to: "data/fund/Bonds/other.txt")
        try FileManager.default.removeItem(at: devices.desk.root.appending(path: "Equity/empty.txt"))
        #expect(try await devices.desk.succeed("sync").lines.contains("removed\tfile\tEquity/empty.txt"))
        let lines = try await devices.laptop.succeed("sync").lines
        #expect(lines.contains("removed\tfile\tEquity/empty.txt"), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("renamed") }, "\(lines)")
        #expect(trash(devices.laptop) == ["empty.txt"])
    }

    @Test(
        "A sync that was killed while it renamed a file is finished by the next one, whether the file has both names or the new one",
        arguments: [true, false])
    func killed(hasBothNames: Bool) async throws {
        let devices = try await devices()
        try move("Equity/Report.TXT", to: "Equity/Q1.txt", on: devices.desk)
        try await devices.desk.succeed("sync")
        // Without the folder, a sync stops right before it would rename the file.
        let (folder, away) = (
            devices.laptop.root.appending(path: "Equity"), devices.laptop.home.appending(path: "away")
        )
        try FileManager.default.moveItem(at: folder, to: away)
        #expect(try await devices.laptop.fund("sync").ending == .exit(74))
        try FileManager.default.moveItem(at: away, to: folder)
        if hasBothNames {
            try FileManager.default.linkItem(
                at: folder.appending(path: "Report.TXT"), to: folder.appending(path: "Q1.txt"))
        } else {
            try move("Equity/Report.TXT", to: "Equity/Q1.txt", on: devices.laptop)
        }
        for device in [devices.laptop, devices.desk, devices.phone] { try await device.succeed("sync") }
        #expect(try files(devices.laptop) == files(devices.desk))
        #expect(try files(devices.laptop)["Equity/Q1.txt"] == "text of Report.TXT")
        #expect(trash(devices.laptop) == (hasBothNames ? ["Report.TXT"] : []))
        for device in devices.all { #expect(try await device.succeed("sync").output.isEmpty) }
    }

    @Test("A file that one device renamed and another one changed is there under both names")
    func changedElsewhere() async throws {
        let devices = try await devices()
        try move("Equity/Report.TXT", to: "Equity/Q1.txt", on: devices.desk)
        try devices.laptop.write("an edited report", to: "data/fund/Equity/Report.TXT")
        for _ in 0..<2 {
            for device in devices.all { _ = try await device.fund("sync", "--files", "all") }
        }
        for device in devices.all {
            let files = try files(device)
            #expect(files["Equity/Q1.txt"] == "text of Report.TXT" && files["Equity/Report.TXT"] == "an edited report")
            #expect(files.count == 5)
            #expect(try await device.succeed("sync").output.isEmpty)
        }
    }

    @Test("A file to which two devices gave different names keeps both, on every device")
    func renamedTwice() async throws {
        let devices = try await devices()
        try move("Equity/Report.TXT", to: "Equity/Q1.txt", on: devices.desk)
        try move("Equity/Report.TXT", to: "Equity/Q2.txt", on: devices.laptop)
        for _ in 0..<2 {
            for device in devices.all { _ = try await device.fund("sync", "--files", "all") }
        }
        for device in devices.all {
            let files = try files(device)
            #expect(files["Equity/Q1.txt"] == "text of Report.TXT" && files["Equity/Q2.txt"] == "text of Report.TXT")
            #expect(files.count == 5)
            #expect(try await device.succeed("sync").output.isEmpty)
        }
    }

    /// Adds a word to the file at a path, which may be new. No two writes give a file the same size, by which a scan notices them.
    private func write(_ word: String, number: Int, to path: String, on device: Investor) throws {
        let lines = try files(device)[path, default: ""].split(separator: "\n").filter { $0.hasPrefix("word") }
        let filler = String(repeating: "x", count: 100 * number)
        try device.write((lines + [word[...], filler[...]]).joined(separator: "\n"), to: "data/fund/\(path)")
    }

    @Test(
        "Devices that write, rename and move files at random, and whose syncs are killed, come to the same files without a loss",
        arguments: 1...3)
    func walk(seed: UInt64) async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop", "phone")
        let funds = ["Alpha", "Beta"]
        for fund in funds {
            try await devices[0].succeed("new", fund)
            // No folder is ever empty: it could be that of a disk that is not mounted.
            try devices[0].write("stays", to: "data/fund/\(fund)/stays.txt")
        }
        for device in devices { try await device.succeed("sync", "--files", "all") }
        var (random, words) = (RandomSource(seed: seed), Set<String>())
        for number in 1...100 {
            let device = random.pick(devices)
            let paths = try files(device).keys.filter { !$0.hasSuffix("stays.txt") }.sorted()
            let (fund, kind) = (random.pick(funds), random.below(12))
            switch kind {
            case 0..<5:
                let path = kind < 3 || paths.isEmpty ? "\(fund)/F\(random.below(4)).txt" : random.pick(paths)
                try write("word\(number)", number: number, to: path, on: device)
                words.insert("word\(number)")
            case 5..<8 where !paths.isEmpty:
                let path = "\(fund)/\(random.pick(["", "sub/"]))R\(random.below(6)).txt"
                if !paths.contains(path) { try move(random.pick(paths), to: path, on: device) }
            case 8..<10:
                let sync = try device.start(["sync", "--files", "all"])
                try await Task.sleep(for: .milliseconds(random.below(150)))
                sync.send(SIGKILL)
                _ = try await sync.result()
            default: _ = try await device.fund("sync", "--files", "all")
            }
        }
        for _ in 0..<6 { for device in devices { _ = try await device.fund("sync", "--files", "all") } }
        let texts = try files(devices[0])
        for device in devices {
            #expect(try await device.succeed("sync", "--files", "all").output.isEmpty)
            #expect(try files(device) == texts)
        }
        let left = texts.values.flatMap { $0.split(separator: "\n").map(String.init) }
        #expect(words.isSubset(of: left))
    }
}

import Foundation
import TestSupport
import Testing

@Suite("Syncs of links to files")
struct SyncLinkTests {
    private struct Devices {
        let server: SyncServer
        let desk: Investor
        let laptop: Investor

        var both: [Investor] { [desk, laptop] }
    }

    /// A document of the laptop, as a link in its fund says it.
    private static let document = "../../../Documents/report.txt"

    /// Two devices with a fund. On the laptop, one of its files is a link.
    private func devices(_ name: String, to target: String) async throws -> Devices {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[1].succeed("new", "Equity")
        try devices[1].write("other words", to: "data/fund/Equity/other.txt")
        try devices[1].write("a report", to: "Documents/report.txt")
        try devices[1].write("a report of November", to: "data/fund/Equity/2026-11.txt")
        // A link may lead to another one, also to a hidden one, which isn't synced.
        try FileManager.default.createSymbolicLink(
            atPath: devices[1].root.appending(path: "Equity/.again").path, withDestinationPath: Self.document)
        try FileManager.default.createSymbolicLink(
            atPath: devices[1].root.appending(path: "Equity/\(name)").path, withDestinationPath: target)
        for device in [devices[1], devices[0]] { try await device.succeed("sync", "--files", "all") }
        return Devices(server: server, desk: devices[0], laptop: devices[1])
    }

    private func move(_ path: String, to newPath: String, on device: Investor) throws {
        let place = device.root.appending(path: "Equity/\(newPath)")
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: device.root.appending(path: "Equity/\(path)"), to: place)
    }

    private func text(_ path: String, on device: Investor) -> String? {
        try? String(contentsOf: device.root.appending(path: "Equity/\(path)"), encoding: .utf8)
    }

    private func target(_ path: String, on device: Investor) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: device.root.appending(path: "Equity/\(path)").path)
    }

    @Test("A relative link whose file another device moves leads to the same file, and no device deletes that")
    func movedLink() async throws {
        let devices = try await devices("report.txt", to: Self.document)
        try move("report.txt", to: "old/2026/report.txt", on: devices.desk)
        try await devices.desk.succeed("sync")
        let lines = try await devices.laptop.succeed("sync").lines
        #expect(lines.contains("renamed\tfile\tEquity/old/2026/report.txt"), "\(lines)")
        #expect(target("old/2026/report.txt", on: devices.laptop) == "../../../../../Documents/report.txt")
        for device in devices.both { #expect(try await device.succeed("sync").output.isEmpty) }
        for device in devices.both { #expect(text("old/2026/report.txt", on: device) == "a report") }
    }

    @Test(
        "A newer version of the file of a link replaces that file, whose permissions stay, and the link still leads to it",
        arguments: [SyncLinkTests.document, ".again"])
    func newerVersion(target: String) async throws {
        let devices = try await devices("report.txt", to: target)
        let document = devices.laptop.home.appending(path: "Documents/report.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: document.path)
        try devices.desk.write("a newer report", to: "data/fund/Equity/report.txt")
        for device in devices.both { try await device.succeed("sync", "--files", "report.txt") }
        #expect(self.target("report.txt", on: devices.laptop) == target)
        #expect(try String(contentsOf: document, encoding: .utf8) == "a newer report")
        let permissions = try FileManager.default.attributesOfItem(atPath: document.path)[.posixPermissions]
        #expect(permissions as? Int == 0o640)
        try "an edited report".write(to: document, atomically: true, encoding: .utf8)
        for device in [devices.laptop, devices.desk] { try await device.succeed("sync", "--files", "report.txt") }
        #expect(text("report.txt", on: devices.desk) == "an edited report")
    }

    @Test("A sync says that a link whose disk is away counts as a deleted file, which other devices move to the trash")
    func missingDisk() async throws {
        let devices = try await devices("report.txt", to: Self.document)
        try FileManager.default.removeItem(at: devices.laptop.home.appending(path: "Documents"))
        let sentence =
            "1 link leads nowhere, so its file counts as deleted, also for other devices: Equity/report.txt. Mount its disk"
        for _ in 1...2 {
            let result = try await devices.laptop.succeed("sync")
            #expect(result.errors.contains(sentence), "\(result)")
        }
        try await devices.desk.succeed("sync")
        #expect(text("report.txt", on: devices.desk) == nil)
    }

    @Test(
        "If another device deletes the files of a link and of its target, both go to the trash, in whichever order",
        arguments: [["2026-11.txt", "latest.txt"], ["latest.txt", "2026-11.txt"]])
    func deletedTarget(names: [String]) async throws {
        let devices = try await devices("latest.txt", to: "2026-11.txt")
        for name in names {
            try FileManager.default.removeItem(at: devices.desk.root.appending(path: "Equity/\(name)"))
            try await devices.desk.succeed("sync")
        }
        let lines = try await devices.laptop.succeed("sync").lines
        #expect(Set(lines) == Set(names.map { "removed\tfile\tEquity/\($0)" }), "\(lines)")
        for name in names { #expect(text(name, on: devices.laptop) == nil) }
        #expect(target("latest.txt", on: devices.laptop) == nil)
        for device in devices.both { #expect(try await device.succeed("sync").output.isEmpty) }
        #expect(text("other.txt", on: devices.desk) == "other words")
    }

    @Test("If another device moves the file of a link, the link is reported, and other devices don't delete its file")
    func movedTarget() async throws {
        let devices = try await devices("latest.txt", to: "2026-11.txt")
        try move("2026-11.txt", to: "old/2026-11.txt", on: devices.desk)
        try await devices.desk.succeed("sync")
        let lines = try await devices.laptop.succeed("sync").lines
        #expect(lines.contains("renamed\tfile\tEquity/old/2026-11.txt"), "\(lines)")
        let result = try await devices.laptop.succeed("sync")
        let sentence = "1 link leads nowhere and is left out: Equity/latest.txt. Repair or delete it."
        #expect(result.output.isEmpty && result.errors.contains(sentence), "\(result)")
        #expect(try await devices.desk.succeed("sync").output.isEmpty)
        #expect(text("latest.txt", on: devices.desk) == "a report of November")
        // Without the link, its file is deleted.
        try FileManager.default.removeItem(at: devices.laptop.root.appending(path: "Equity/latest.txt"))
        for device in [devices.laptop, devices.desk] {
            #expect(try await device.succeed("sync").lines == ["removed\tfile\tEquity/latest.txt"])
        }
    }
}

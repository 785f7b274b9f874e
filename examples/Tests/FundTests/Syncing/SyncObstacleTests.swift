import Foundation
import TestSupport
import Testing

@Suite("Folders and links in the way of files of other devices")
struct SyncObstacleTests {
    /// Two devices that share a fund with one file, whose bytes both have.
    private func shared(_ path: String) async throws -> (server: SyncServer, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Equity")
        try devices[0].write("a report", to: "data/fund/Equity/\(path)")
        try devices[0].write("other words", to: "data/fund/Equity/other.txt")
        for device in devices { try await device.succeed("sync", "--files", "all") }
        return (server, devices[0], devices[1])
    }

    private func text(_ device: Investor, _ path: String) -> String? {
        try? String(contentsOf: device.root.appending(path: "Equity/\(path)"), encoding: .utf8)
    }

    @Test("No file is fetched into a folder behind a link, and the device that has the file keeps it")
    func fetchBehindLink() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        let disk = laptop.home.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        let link = laptop.root.appending(path: "Equity/archive")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: disk)
        try desk.write("an old report", to: "data/fund/Equity/archive/2025/a.txt")
        try await desk.succeed("sync", "--files", "all")
        for _ in 0..<2 {
            let result = try await laptop.fund("sync", "--files", "all")
            #expect(result.ending == .exit(74) && !result.output.contains("fetched"), "\(result)")
            #expect(result.errors.contains("“Equity/archive” is a link, and fund follows no links"), "\(result.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
        }
        #expect(try await desk.succeed("sync").output.isEmpty)
        #expect(text(desk, "archive/2025/a.txt") == "an old report")
        try FileManager.default.removeItem(at: link)
        try await laptop.succeed("sync", "--files", "all")
        #expect(text(laptop, "archive/2025/a.txt") == "an old report")
        withExtendedLifetime(server) {}
    }

    @Test("A link that leads nowhere is named if a file of another device has its path, and the file comes without it")
    func deadLink() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        let link = laptop.root.appending(path: "Equity/deed.txt")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/nowhere/deed.txt")
        try desk.write("a deed", to: "data/fund/Equity/deed.txt")
        try await desk.succeed("sync", "--files", "all")
        let refused = try await laptop.fund("sync", "--files", "all")
        #expect(refused.ending == .exit(74) && refused.output == "received\tfile\tEquity/deed.txt\n", "\(refused)")
        let sentence = "“Equity/deed.txt” is a link that leads nowhere: /nowhere/deed.txt. Mount its disk"
        #expect(refused.errors.contains(sentence), "\(refused.errors)")
        let arriving = laptop.root.appending(path: ".fund/arriving").path
        #expect((try? FileManager.default.contentsOfDirectory(atPath: arriving))?.isEmpty != false)
        try FileManager.default.removeItem(at: link)
        try await laptop.succeed("sync", "--files", "all")
        #expect(text(laptop, "deed.txt") == "a deed")
        withExtendedLifetime(server) {}
    }

    @Test("A file takes the place of an empty folder, and waits for one with files that fund doesn't know")
    func fileAgainstUnknownFolder() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        try laptop.write("a file", to: "data/fund/Equity/thing")
        try await laptop.succeed("sync", "--files", "all")
        let hidden = URL(filePath: try desk.write("hidden", to: "data/fund/Equity/thing/.hidden"))
        let refused = try await desk.fund("sync", "--files", "all")
        #expect(refused.ending == .exit(74) && refused.output == "received\tfile\tEquity/thing\n", "\(refused)")
        #expect(refused.errors.contains("“Equity/thing” is a file on another device, and a folder here"), "\(refused)")
        try FileManager.default.removeItem(at: hidden)
        #expect(try await desk.succeed("sync", "--files", "all").output == "fetched\tfile\tEquity/thing\n")
        for device in [desk, laptop] {
            #expect(try await device.succeed("sync", "--files", "all").output.isEmpty)
            #expect(text(device, "thing") == "a file")
        }
        withExtendedLifetime(server) {}
    }

    @Test("A file whose path is that of a folder on another device gets a number, and both devices have both")
    func fileAgainstFolder() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        try desk.write("in a folder", to: "data/fund/Equity/thing/in.txt")
        try laptop.write("a file", to: "data/fund/Equity/thing")
        try await desk.succeed("sync", "--files", "all")
        let refused = try await laptop.fund("sync", "--files", "all")
        #expect(refused.ending == .exit(74) && refused.lines.contains("uploaded\tfile\tEquity/thing"), "\(refused)")
        let sentence = "“Equity/thing” is a file here, and a folder on another device. Rename one of them"
        #expect(refused.errors.contains(sentence), "\(refused.errors)")
        let result = try await desk.succeed("sync", "--files", "all")
        #expect(result.lines.contains("fetched\tfile\tEquity/thing (2)"), "\(result)")
        #expect(result.errors.contains("A folder and a file of “Equity” would be called “thing”"), "\(result.errors)")
        for device in [desk, laptop, desk] { try await device.succeed("sync", "--files", "all") }
        for device in [desk, laptop] {
            #expect(text(device, "thing/in.txt") == "in a folder")
            #expect(text(device, "thing (2)") == "a file")
            #expect(try await device.succeed("sync", "--files", "all").output.isEmpty)
        }
        withExtendedLifetime(server) {}
    }
}

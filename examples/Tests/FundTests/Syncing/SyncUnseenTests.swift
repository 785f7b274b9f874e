import Foundation
import TestSupport
import Testing

@Suite("Files that a scan does not see, on several devices")
struct SyncUnseenTests {
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

    private func link(_ path: String, on device: Investor, to target: URL) throws {
        try FileManager.default.createSymbolicLink(
            at: device.root.appending(path: "Equity/\(path)"), withDestinationURL: target)
    }

    @Test("No file is fetched into a folder behind a link, and the device that has the file keeps it")
    func fetchBehindLink() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        let disk = laptop.home.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        try link("archive", on: laptop, to: disk)
        try desk.write("an old report", to: "data/fund/Equity/archive/2025/a.txt")
        try await desk.succeed("sync", "--files", "all")
        for _ in 0..<2 {
            let result = try await laptop.fund("sync", "--files", "all")
            #expect(result.ending == .exit(74) && !result.output.contains("fetched"), "\(result)")
            #expect(result.errors.contains("“Equity/archive” is a link here"), "\(result.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
        }
        #expect(try await desk.succeed("sync").output.isEmpty)
        #expect(text(desk, "archive/2025/a.txt") == "an old report")
        try FileManager.default.removeItem(at: laptop.root.appending(path: "Equity/archive"))
        try await laptop.succeed("sync", "--files", "all")
        #expect(text(laptop, "archive/2025/a.txt") == "an old report")
        withExtendedLifetime(server) {}
    }

    @Test("A folder that moves to another disk, with a link in its place, is not deleted on other devices")
    func linkedFolder() async throws {
        let (server, desk, laptop) = try await shared("archive/a.txt")
        let (folder, disk) = (desk.root.appending(path: "Equity/archive"), desk.home.appending(path: "disk"))
        try FileManager.default.moveItem(at: folder, to: disk)
        try link("archive", on: desk, to: disk)
        for _ in 0..<2 {
            let result = try await desk.succeed("sync", "--files", "all")
            #expect(result.output.isEmpty && result.errors.contains("1 link leads to a folder"), "\(result)")
            #expect(result.errors.contains(": Equity/archive. "), "\(result.errors)")
            #expect(try await laptop.succeed("sync").output.isEmpty)
            #expect(text(laptop, "archive/a.txt") == "a report")
        }
        try FileManager.default.removeItem(at: folder)
        #expect(try await desk.succeed("sync").output == "removed\tfile\tEquity/archive/a.txt\n")
        withExtendedLifetime(server) {}
    }

    @Test("A linked file whose disk is away is not deleted on other devices")
    func linkedFile() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        let (disk, away) = (desk.home.appending(path: "disk"), desk.home.appending(path: "away"))
        try desk.write("on a disk", to: "disk/e.txt")
        try link("e.txt", on: desk, to: disk.appending(path: "e.txt"))
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try FileManager.default.moveItem(at: disk, to: away)
        let result = try await desk.succeed("sync", "--files", "all")
        #expect(result.output.isEmpty && result.errors.contains("to nothing"), "\(result)")
        #expect(result.errors.contains(": Equity/e.txt. "), "\(result.errors)")
        #expect(try await laptop.succeed("sync").output.isEmpty)
        #expect(text(laptop, "e.txt") == "on a disk")
        try FileManager.default.moveItem(at: away, to: disk)
        let back = try await desk.succeed("sync", "--files", "all")
        #expect(back.output.isEmpty && !back.errors.contains("link"), "\(back)")
        withExtendedLifetime(server) {}
    }

    @Test("A folder that moves too deep is not deleted on other devices, and is renamed there when it moves up")
    func tooDeep() async throws {
        let (server, desk, laptop) = try await shared("q/deep.txt")
        let fund = desk.root.appending(path: "Equity")
        let deep = fund.appending(path: Array(repeating: "d", count: 17).joined(separator: "/"))
        try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: fund.appending(path: "q"), to: deep.appending(path: "q"))
        for _ in 0..<2 {
            let result = try await desk.succeed("sync")
            #expect(result.output.isEmpty && result.errors.contains("1 folder is more than 16"), "\(result)")
            #expect(try await laptop.succeed("sync").output.isEmpty)
            #expect(text(laptop, "q/deep.txt") == "a report")
        }
        try FileManager.default.moveItem(at: deep.appending(path: "q"), to: fund.appending(path: "d/q"))
        for device in [desk, laptop] { try await device.succeed("sync") }
        #expect(text(laptop, "q/deep.txt") == nil && text(laptop, "d/q/deep.txt") == "a report")
        withExtendedLifetime(server) {}
    }

    @Test("A file that is gone is deleted on other devices although another folder is too deep")
    func goneBesideDeep() async throws {
        let (server, desk, laptop) = try await shared("report.txt")
        let deep = Array(repeating: "d", count: 17).joined(separator: "/")
        try desk.write("something else", to: "data/fund/Equity/\(deep)/report.txt")
        try FileManager.default.removeItem(at: desk.root.appending(path: "Equity/report.txt"))
        for device in [desk, laptop] {
            #expect(try await device.succeed("sync").output == "removed\tfile\tEquity/report.txt\n")
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

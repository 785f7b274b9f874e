import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("The trash of a device when another one deletes funds and notes")
struct SyncTrashTests {
    /// Two devices that have a fund with a note and two files, and a fund without any.
    private func twoDevices() async throws -> (server: SyncServer, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.2 %\n")
        for path in ["report.txt", "2025/q1/report.txt"] {
            try devices[0].write("text of \(path)", to: "data/fund/Equity/\(path)")
        }
        try await devices[0].succeed("new", "Bonds")
        for device in devices { try await device.succeed("sync", "--files", "all") }
        return (server, devices[0], devices[1])
    }

    /// The texts of all files below a folder, by their paths without the numbers of notes.
    private func texts(in folder: URL) throws -> [String: String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return try paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".txt") }.reduce(into: [:]) { texts, path in
            texts[path.replacing(#/ \d+\.md$/#, with: ".md")] = try String(
                contentsOf: folder.appending(path: path), encoding: .utf8)
        }
    }

    private func trash(_ device: Investor) -> URL { device.home.appending(path: "data/Trash/files") }

    /// The names in the trash.
    private func names(_ device: Investor) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: trash(device).path)) ?? []
    }

    /// Puts a file in the place of the trash, so that nothing can go there.
    private func closeTrash(_ device: Investor) throws { try device.write("", to: "data/Trash") }

    private func openTrash(_ device: Investor) throws {
        try FileManager.default.removeItem(at: device.home.appending(path: "data/Trash"))
    }

    private static let whole = [
        "report.txt": "text of report.txt", "2025/q1/report.txt": "text of 2025/q1/report.txt",
        "Notes/Fees.md": "0.2 %\n",
    ]

    @Test("A note that another device deleted for good is a file in the trash")
    func note() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("note", "rm", "--forever", "Equity", "Fees")
        try await desk.succeed("sync")
        #expect(try await laptop.succeed("sync").output == "removed\tnote\tEquity/Fees\n")
        #expect(try texts(in: trash(laptop)) == ["Fees.md": "0.2 %\n"])
        #expect(names(desk).isEmpty)
        for device in [desk, laptop] {
            #expect(try await device.notes["Equity"] == [:])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        withExtendedLifetime(server) {}
    }

    @Test("A fund that another device deleted is one folder in the trash, and comes back from there with its notes")
    func fund() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("rm", "--yes", "--forever", "Equity")
        try await desk.succeed("sync")
        let lines = try await laptop.succeed("sync").lines
        #expect(
            Set(lines) == [
                "removed\tfund\tEquity", "removed\tnote\tEquity/Fees", "removed\tfile\tEquity/report.txt",
                "removed\tfile\tEquity/2025/q1/report.txt",
            ], "\(lines)")
        #expect(names(laptop) == ["Equity"])
        let folder = trash(laptop).appending(path: "Equity")
        #expect(try texts(in: folder) == Self.whole)
        for device in [desk, laptop] {
            #expect(try await device.records("list").map { $0[0] } == ["Bonds"])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        try FileManager.default.moveItem(at: folder, to: laptop.root.appending(path: "Equity"))
        try await laptop.succeed("new", "Equity")
        for device in [laptop, desk] { try await device.succeed("sync", "--files", "all") }
        #expect(try texts(in: desk.root.appending(path: "Equity")) == Self.whole)
        withExtendedLifetime(server) {}
    }

    @Test("A file that moved to another fund before its old fund was deleted moves on the other devices, too")
    func moved() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try FileManager.default.moveItem(
            at: desk.root.appending(path: "Equity/report.txt"), to: desk.root.appending(path: "Bonds/report.txt"))
        try await desk.succeed("scan")
        try await desk.succeed("rm", "--yes", "Equity")
        try await desk.succeed("sync")
        let lines = try await laptop.succeed("sync").lines
        #expect(lines.contains("renamed\tfile\tBonds/report.txt"), "\(lines)")
        #expect(try texts(in: laptop.root.appending(path: "Bonds")) == ["report.txt": "text of report.txt"])
        var left = Self.whole
        left["report.txt"] = nil
        #expect(try texts(in: trash(laptop).appending(path: "Equity")) == left)
        withExtendedLifetime(server) {}
    }

    @Test("A note that can't go to the trash waits, and is in the way of no other one")
    func waitingNote() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try closeTrash(laptop)
        try await desk.succeed("note", "rm", "--forever", "Equity", "Fees")
        try await desk.succeed("note", "add", "Equity", "Fees", input: "0.3 %\n")
        try await desk.succeed("sync")
        for _ in 0..<2 {
            let result = try await laptop.fund("sync")
            #expect(result.ending == .exit(74), "\(result)")
            #expect(result.errors.contains("To delete it here, too: fund note rm --forever Equity "), "\(result)")
            #expect(try await laptop.notes["Equity"] == ["Fees": "0.3 %\n", "Fees (2)": "0.2 %\n"])
        }
        // It doesn't come back to the device that deleted it.
        #expect(try await desk.succeed("sync").output.isEmpty)
        try openTrash(laptop)
        try await laptop.succeed("sync")
        #expect(try texts(in: trash(laptop)).values.sorted() == ["0.2 %\n"])
        for device in [laptop, desk] {
            #expect(try await device.notes["Equity"] == ["Fees": "0.3 %\n"])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        withExtendedLifetime(server) {}
    }

    @Test("A fund that can't go to the trash waits as it is, and then goes there in one piece")
    func waitingFund() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try closeTrash(laptop)
        try await desk.succeed("rm", "--yes", "Equity")
        try await desk.succeed("sync")
        var files = Self.whole
        files["Notes/Fees.md"] = nil
        for _ in 0..<2 {
            #expect(try await laptop.fund("sync").ending == .exit(74))
            #expect(try texts(in: laptop.root.appending(path: "Equity")) == files)
            #expect(try await laptop.notes["Equity"] == ["Fees": "0.2 %\n"])
        }
        #expect(try await desk.succeed("sync").output.isEmpty)
        try openTrash(laptop)
        try await laptop.succeed("sync")
        #expect(try texts(in: trash(laptop).appending(path: "Equity")) == Self.whole)
        #expect(names(laptop) == ["Equity"])
        for device in [laptop, desk] {
            #expect(try await device.records("list").map { $0[0] } == ["Bonds"])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        withExtendedLifetime(server) {}
    }

    @Test("A sync that ends between the trash and the store leaves the note, and the next one deletes it")
    func interrupted() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("note", "rm", "--forever", "Equity", "Fees")
        try await desk.succeed("sync")
        let database = try Store(root: laptop.root.path).database
        try database.run(
            script: "CREATE TRIGGER stop BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        #expect(try await laptop.fund("sync").ending != .exit(0))
        #expect(try await laptop.notes["Equity"] == ["Fees": "0.2 %\n"])
        try database.run(script: "DROP TRIGGER stop")
        try await laptop.succeed("sync")
        #expect(try await laptop.notes["Equity"] == [:])
        let copies = try names(laptop).map {
            try String(contentsOf: trash(laptop).appending(path: $0), encoding: .utf8)
        }
        #expect(copies == ["0.2 %\n", "0.2 %\n"])
        for device in [laptop, desk] { #expect(try await device.succeed("sync").output.isEmpty) }
        withExtendedLifetime(server) {}
    }

    @Test(
        "The next sync finishes what one that was killed has left of a fund on its way to the trash",
        arguments: [(".fund-notes", false), (".fund-notes", true), ("Notes", true)])
    func killed(notes: String, isMoved: Bool) async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("rm", "--yes", "Equity")
        try await desk.succeed("sync")
        try laptop.write("older\n", to: "data/fund/Equity/\(notes)/Plan 9.md")
        if isMoved {
            try FileManager.default.createDirectory(at: trash(laptop), withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                at: laptop.root.appending(path: "Equity"), to: trash(laptop).appending(path: "Equity"))
        }
        _ = try await laptop.fund("sync")
        if isMoved {
            #expect(try texts(in: trash(laptop))["Fees.md"] == "0.2 %\n")
        } else {
            #expect(try texts(in: trash(laptop).appending(path: "Equity")) == Self.whole)
        }
        for device in [laptop, desk] {
            #expect(try await device.succeed("sync").output.isEmpty)
            #expect(try await device.records("list").map { $0[0] } == ["Bonds"])
        }
        withExtendedLifetime(server) {}
    }

    @Test("If a fund can't go to the trash, it stays as it was, even if its folder is gone", arguments: [true, false])
    func localFailure(hasFolder: Bool) async throws {
        let anna = try Investor()
        try await anna.make("Equity", note: "Fees", "0.2 %\n")
        let folder = anna.root.appending(path: "Equity").path
        if !hasFolder { try FileManager.default.removeItem(atPath: folder) }
        try closeTrash(anna)
        #expect(try await anna.fund("rm", "Equity", "--yes").ending == .exit(74))
        #expect(FileManager.default.fileExists(atPath: folder) == hasFolder)
        if hasFolder { #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty) }
        #expect(try await anna.notes == ["Equity": ["Fees": "0.2 %\n"]])
    }

    @Test("If the store fails after a fund has gone to the trash, the fund comes back as it was")
    func storeFailure() async throws {
        let anna = try Investor()
        try await anna.make("Equity", note: "Fees", "0.2 %\n")
        try anna.write("a report", to: "data/fund/Equity/report.txt")
        let database = try Store(root: anna.root.path).database
        try database.run(
            script: "CREATE TRIGGER stop BEFORE DELETE ON funds BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        #expect(try await anna.fund("rm", "Equity", "--yes").ending != .exit(0))
        let folder = anna.root.appending(path: "Equity").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.txt"])
        #expect(names(anna).isEmpty)
        let information = anna.home.appending(path: "data/Trash/info").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: information).isEmpty)
        #expect(try await anna.notes == ["Equity": ["Fees": "0.2 %\n"]])
        try database.run(script: "DROP TRIGGER stop")
        try await anna.succeed("rm", "Equity", "--yes")
        let kept = try texts(in: trash(anna).appending(path: "Equity"))
        #expect(kept == ["report.txt": "a report", "Notes/Fees.md": "0.2 %\n"])
    }
}

import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("Files of one name, and names that only look alike, on several devices")
struct SyncSameNameTests {
    /// Devices that share an empty fund.
    private func devices(_ names: String..., of server: SyncServer) async throws -> [Investor] {
        var devices: [Investor] = []
        for name in names {
            let device = try Investor()
            try await server.logIn(device, device: name)
            if devices.isEmpty { try await device.succeed("new", "Equity") }
            try await device.succeed("sync")
            devices.append(device)
        }
        return devices
    }

    /// The texts of all files of the fund, by their names in bytes: to Swift, names that look alike are equal.
    private func files(_ device: Investor) throws -> [[UInt8]: String] {
        let folder = device.root.appending(path: "Equity").path
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { files, name in
            files[Array(name.utf8)] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
    }

    @Test(
        "Of two files that were sent under one name, a device gets the second one under a name with a number, which all devices take",
        arguments: [true, false])
    func sentAtOnce(wasKilled: Bool) async throws {
        let server = try await SyncServer()
        let all = try await devices("desk", "laptop", "phone", of: server)
        for (device, text) in [(all[0], "desk\n"), (all[1], "laptop\n")] {
            try device.write(text, to: "data/fund/Equity/report.txt")
        }
        try await all[0].succeed("scan")
        // As if its first sync had been killed before the request left.
        let store = try Store(root: all[0].root.path)
        try store.database.run(
            script: "UPDATE sync_objects SET id = '\(String(repeating: "0", count: 32))', sent = '{}' WHERE kind = 4")
        try await all[1].succeed("sync", "--files", "all")
        // As if another one had been killed after it had placed the file.
        if wasKilled { try all[0].write("laptop\n", to: "data/fund/Equity/report (2).txt") }
        // Both files are meant.
        try await all[0].succeed("sync", "--files", "Equity/report.txt")
        let both = ["report.txt": "desk\n", "report (2).txt": "laptop\n"]
        let expected = Dictionary(uniqueKeysWithValues: both.map { (Array($0.utf8), $1) })
        #expect(try files(all[0]) == expected)
        try await all[0].succeed("sync", "--files", "all")
        for device in all.reversed() + all {
            let result = try await device.succeed("sync", "--files", "all")
            #expect(!result.output.contains("conflict"), "\(result)")
        }
        for device in all {
            #expect(try files(device) == expected)
            #expect(try await device.succeed("sync").output.isEmpty)
        }
    }

    @Test("Of two files that were edited and renamed, the second gets the name that the first had, on every device")
    func renamedInTurn() async throws {
        let server = try await SyncServer()
        let all = try await devices("desk", "laptop", of: server)
        for name in ["Final.txt", "Draft.txt"] { try all[0].write("\(name)\n", to: "data/fund/Equity/\(name)") }
        for device in all { try await device.succeed("sync", "--files", "all") }
        for (name, newName) in [("Final.txt", "Final_old.txt"), ("Draft.txt", "Final.txt")] {
            try await moveFile(name, to: newName, on: all[0])
            try await all[0].succeed("sync")
            try all[0].write("\(name), edited\n", to: "data/fund/Equity/\(newName)")
            try await all[0].succeed("sync", "--files", "all")
        }
        let result = try await all[1].succeed("sync", "--files", "all")
        #expect(!result.errors.contains("Two files"), "\(result)")
        let both = ["Final.txt": "Draft.txt, edited\n", "Final_old.txt": "Final.txt, edited\n"]
        for device in all {
            #expect(try await device.succeed("sync", "--files", "all").output.isEmpty)
            #expect(try files(device) == Dictionary(uniqueKeysWithValues: both.map { (Array($0.utf8), $1) }))
        }
    }

    @Test("A name that a number makes too long loses the end of its stem")
    func longName() {
        #expect(PathParts("2026/report.pdf").numbered(2) == "2026/report (2).pdf")
        let numbered = PathParts("2026/" + String(repeating: "\u{6F22}", count: 83) + ".txt").numbered(12)
        #expect(numbered == "2026/" + String(repeating: "\u{6F22}", count: 82) + " (12).txt")
    }

    /// Gives a file another path, as a device does that can't have two files of one path: it stays the same file to the server.
    private func moveFile(_ path: String, to newPath: String, on device: Investor) async throws {
        try await transferring(on: device) { transfer in
            let (store, shared) = (transfer.store, try Self.shared(path, transfer))
            let (owner, known) = (try #require(shared.owner), try #require(try store.object(.file, id: shared.id)))
            try store.database.transaction {
                #expect(try transfer.makeWay(for: shared, at: newPath, by: owner))
                var changed = known
                changed.changes += 1
                try store.put(changed)
            }
        }
    }

    /// The newest version of the file that has a path on the server.
    private static func shared(_ path: String, _ transfer: FileTransfer) throws -> SharedFile {
        try #require(try transfer.store.sharedFiles().first { $0.content.path == path })
    }

    private func transferring(
        on device: Investor, _ body: @escaping @Sendable (FileTransfer) throws -> Void
    ) async throws {
        try await onThread {
            let store = try Store(root: device.root.path)
            let server = try FundClient(LoginSession.needed(in: store))
            try body(FileTransfer(store: store, server: server, outcome: SyncOutcome()))
        }
    }

    #if os(Linux)
    @Test("A file whose name is that of another one to the file system is fetched under a name with a number")
    func nameInOtherCase() async throws {
        let server = try await SyncServer()
        let all = try await devices("desk", "laptop", of: server)
        try all[0].write("one\n", to: "data/fund/Equity/Report.txt")
        try all[0].write("two\n", to: "data/fund/Equity/report.txt")
        try await all[0].succeed("sync", "--files", "all")
        try await all[1].succeed("sync", "--files", "Equity/Report.txt")
        try await transferWithAlias(all[1])
        for device in [all[1], all[0]] {
            try await device.succeed("sync", "--files", "all")
            #expect(try files(device) == [Array("Report.txt".utf8): "one\n", Array("report (2).txt".utf8): "two\n"])
        }
        withExtendedLifetime(server) {}
    }

    @Test(
        "A newer version of a file is fetched even if its new name is that of another one to the file system",
        arguments: [false, true])
    func newNameInOtherCase(wasKilled: Bool) async throws {
        let server = try await SyncServer()
        let all = try await devices("desk", "laptop", of: server)
        try all[0].write("one\n", to: "data/fund/Equity/Report.txt")
        try all[0].write("two\n", to: "data/fund/Equity/draft.txt")
        for device in all { try await device.succeed("sync", "--files", "all") }
        try await moveFile("draft.txt", to: "report.txt", on: all[0])
        try await all[0].succeed("sync")
        try all[0].write("two and three\n", to: "data/fund/Equity/report.txt")
        try await all[0].succeed("sync", "--files", "all")
        try await all[1].succeed("sync")
        if wasKilled {
            // As if a fetch had been killed after it had given the old version its path.
            try await transferring(on: all[1]) { transfer in
                let shared = try Self.shared("report.txt", transfer)
                let owner = try #require(shared.owner)
                #expect(
                    try transfer.store.database.transaction {
                        try transfer.makeWay(for: shared, at: "report (2).txt", by: owner)
                    })
            }
            #expect(try await all[1].succeed("sync").output.isEmpty)
        }
        try await transferWithAlias(all[1])
        for device in [all[1], all[0]] {
            try await device.succeed("sync", "--files", "all")
            let expected = ["Report.txt": "one\n", "report (2).txt": "two and three\n"]
            #expect(try files(device) == Dictionary(uniqueKeysWithValues: expected.map { (Array($0.utf8), $1) }))
        }
        withExtendedLifetime(server) {}
    }

    /// Transfers all files as if the file system ignored case: `Report.txt` has the name `report.txt`, too.
    private func transferWithAlias(_ device: Investor) async throws {
        let alias = device.root.appending(path: "Equity/report.txt")
        try FileManager.default.createSymbolicLink(atPath: alias.path, withDestinationPath: "Report.txt")
        try await transferring(on: device) { transfer in
            try transfer.run(.all)
            #expect(transfer.outcome.failures.isEmpty, "\(transfer.outcome.failures)")
        }
        try FileManager.default.removeItem(at: alias)
    }

    /// A name with a letter in one character, and the same with a letter and a mark, as macOS writes it.
    private static let (composed, decomposed) = ("\u{DC}bersicht.txt", "U\u{308}bersicht.txt")

    @Test("A file that two devices have under names that only look alike gets one name, and all edits of it are synced")
    func alikeNames() async throws {
        let server = try await SyncServer()
        let all = try await devices("desk", "laptop", of: server)
        try all[0].write("one\n", to: "data/fund/Equity/\(Self.composed)")
        try all[1].write("one\n", to: "data/fund/Equity/\(Self.decomposed)")
        for device in all { try await device.succeed("sync") }
        // The first device has only listed its file, so the second one sends the bytes.
        #expect(try await all[1].succeed("sync", "--files", "all").lines.map { $0.prefix(8) } == ["uploaded"])
        for (number, text) in [(0, "one\ntwo\n"), (1, "one\ntwo\nthree\n")] {
            try all[number].write(text, to: "data/fund/Equity/\(Self.composed)")
            for device in [all[number], all[1 - number]] { try await device.succeed("sync", "--files", "all") }
            for device in all { #expect(try files(device) == [Array(Self.composed.utf8): text]) }
        }
    }

    @Test("A file whose new name only looks like the old one is renamed on the other devices")
    func alikeRename() async throws {
        let server = try await SyncServer()
        let all = try await devices("desk", "laptop", of: server)
        try all[0].write("one\n", to: "data/fund/Equity/\(Self.composed)")
        for device in all { try await device.succeed("sync", "--files", "all") }
        let folder = all[0].root.appending(path: "Equity").path
        #expect(rename("\(folder)/\(Self.composed)", "\(folder)/\(Self.decomposed)") == 0)
        for device in all { try await device.succeed("sync", "--files", "all") }
        for device in all { #expect(try files(device) == [Array(Self.decomposed.utf8): "one\n"]) }
    }
    #endif
}

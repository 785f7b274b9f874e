import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("Accounts without room, and files that no server takes")
struct SyncQuotaTests {
    @Test("A file that is larger than the room that is left is named, and all others are sent and fetched")
    func largeFile() async throws {
        // The option of older releases counts in millions of bytes.
        let server = try await SyncServer("--user-megabytes", "1")
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Aaa")
        try Data(count: 2_000_000).write(to: devices[0].root.appending(path: "Aaa/a-big.bin"))
        for name in ["b1.txt", "b2.txt"] { try devices[0].write("small \(name)", to: "data/fund/Aaa/\(name)") }
        let result = try await devices[0].fund("sync", "--files", "Aaa")
        #expect(result.ending == .exit(65) && result.errors.contains("Aaa/a-big.bin: The file is larger"), "\(result)")
        #expect(result.errors.contains(" of 1000000 bytes"), "\(result)")
        for name in ["b1.txt", "b2.txt"] { #expect(result.lines.contains("uploaded\tfile\tAaa/\(name)")) }
        // The large one is not on the server.
        #expect(try await devices[1].fund("sync", "--files", "all").ending == .exit(66))
        let folder = devices[1].root.appending(path: "Aaa").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["b1.txt", "b2.txt"])
    }

    /// The SHA-256 of the files that a device knows, by their paths.
    private func digests(_ device: Investor) throws -> [String: SHA256Digest?] {
        let store = try Store(root: device.root.path)
        return try store.files(of: store.fund("Equity")).reduce(into: [:]) { $0[$1.path] = $1.sha256 }
    }

    @Test("A file that the server refuses is read by one sync, and again only after it has changed")
    func refusedFile() async throws {
        let server = try await SyncServer("--user-objects", "2")
        let desk = try await server.devices("desk")[0]
        try await desk.succeed("new", "Equity")
        let names = ["a.txt", "b.txt"]
        func write(_ text: String) throws {
            for name in names {
                let place = try desk.write("\(text) \(name)", to: "data/fund/Equity/\(name)")
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: place)
            }
        }
        try write("text")
        // The fund is one of the two objects.
        #expect(try await desk.fund("sync").ending == .exit(65))
        let digests = try digests(desk)
        #expect(digests.values.compactMap(\.self).count == 2)
        // Other bytes with the size and the date of those that were read: a sync can't tell, unless it reads the file.
        try write("TEXT")
        #expect(try await desk.fund("sync").ending == .exit(65))
        #expect(try self.digests(desk) == digests)
        try write("a longer text")
        #expect(try await desk.fund("sync").ending == .exit(65))
        for name in names { #expect(try self.digests(desk)[name] != digests[name]) }
    }

    @Test("A file whose newer version the server has refused is not reported as one that changed just now, too")
    func refusedVersion() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        try await desk.succeed("new", "Equity")
        try desk.write("text", to: "data/fund/Equity/a.txt")
        try await desk.succeed("sync")
        try desk.write("a longer text", to: "data/fund/Equity/a.txt")
        try await desk.succeed("scan")
        let (events, failures) = try await onThread {
            let store = try Store(root: desk.root.path)
            let outcome = SyncOutcome()
            // After a refusal, all is as if the change was not sent.
            try FileHashing(store: store, outcome: outcome, closed: []).hash(store.changedObjects())
            let peer = try FundClient(LoginSession.needed(in: store))
            try FileTransfer(store: store, server: peer, outcome: outcome).run(.all)
            return (outcome.events.count, outcome.failures.map(\.description))
        }
        #expect(events == 0 && failures.isEmpty, "\(failures)")
        let lines = try await desk.succeed("sync", "--files", "all").lines
        #expect(lines.contains("uploaded\tfile\tEquity/a.txt"), "\(lines)")
        withExtendedLifetime(server) {}
    }

    @Test("A file with a line break in its name is named with the way out, and the rest is synced")
    func unusableName() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        try await desk.succeed("new", "Equity")
        let path = "\(desk.root.path)/Equity/a\nb.txt"
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
        try desk.write("y", to: "data/fund/Equity/c.txt")
        let result = try await desk.fund("sync")
        #expect(result.ending == .exit(65) && result.errors.contains("Rename it."), "\(result.errors)")
        #expect(result.lines.contains("sent\tfile\tEquity/c.txt"))
        try FileManager.default.moveItem(atPath: path, toPath: "\(desk.root.path)/Equity/b.txt")
        #expect(try await desk.succeed("sync").output == "sent\tfile\tEquity/b.txt\n")
    }

    @Test("A note that the server refused is not reported as removed there after it is deleted here")
    func refusedNote() async throws {
        let server = try await SyncServer("--user-objects", "1")
        let desk = try await server.devices("desk")[0]
        try await desk.make("Equity", note: "Fees", "0.2 %\n")
        #expect(try await desk.fund("sync").ending == .exit(65))
        try await desk.succeed("note", "rm", "--forever", "Equity", "Fees")
        #expect(try await desk.succeed("sync").output.isEmpty)
    }
}

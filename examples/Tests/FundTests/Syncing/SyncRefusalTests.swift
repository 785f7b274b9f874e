import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase
import ToolProgram

@testable import fund

@Suite("Servers that refuse, fail or go back in time")
struct SyncRefusalTests {
    @Test("Without a login, sync, logout and password say how to log in and exit with status 77")
    func notLoggedIn() async throws {
        let investor = try Investor()
        for command in ["sync", "logout", "password"] {
            let result = try await investor.fund(command)
            #expect(result.ending == .exit(77) && result.errors.contains("fund login URL --user NAME"))
        }
    }

    @Test("A login with a wrong password, a wrong account or without encryption exits with status 77 and keeps nothing")
    func wrongLogin() async throws {
        let server = try await SyncServer()
        let investor = try Investor()
        for (address, user, password) in [
            (server.address, "ada", "wrong"), (server.address, "eve", SyncServer.password),
            ("http://funds.example.org", "ada", SyncServer.password),
        ] {
            let result = try await investor.fund(
                "login", address, "--user", user, "--password-command", "echo \(password)")
            #expect(result.ending == .exit(77), "\(result.errors)")
        }
        let session = investor.root.appending(path: ".fund/session.json").path
        #expect(!FileManager.default.fileExists(atPath: session))
        try await server.logIn(investor, device: "desk")
        let mode = try FileManager.default.attributesOfItem(atPath: session)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await !investor.succeed("sync").errors.contains("wrong"))
    }

    @Test("A login reads its password from standard input if it is told to, and refuses if there is none")
    func passwordFromInput() async throws {
        let server = try await SyncServer()
        let investor = try Investor()
        for (input, status) in [("", 77), ("\n", 77), ("\(SyncServer.password)\n", 0)] as [(String, Int32)] {
            let result = try await investor.fund(
                "login", server.address, "--user", "ada", "--password-stdin", input: input)
            #expect(result.ending == .exit(status), "\(result.errors)")
        }
        let both = try await investor.fund(
            "login", server.address, "--user", "ada", "--password-stdin", "--password-command", "echo x")
        #expect(both.ending == .exit(64), "\(both.errors)")
    }

    @Test("A new password at fund-server logs an account's other devices out, and a wrong old one changes nothing")
    func newPassword() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        func change(from old: String, to new: String) async throws -> RunningProcess.Result {
            try await devices[0].fund(
                "password", "--password-command", "echo \(old)", "--new-password-command", "echo \(new)")
        }
        let wrong = try await change(from: "not the password", to: "another long one")
        #expect(wrong.ending == .exit(77) && wrong.errors.contains("The current password is wrong."), "\(wrong.errors)")
        let short = try await change(from: SyncServer.password, to: "no")
        #expect(short.ending != .exit(0) && short.errors.contains("password"), "\(short.errors)")
        try await devices[1].succeed("sync")
        #expect(try await change(from: SyncServer.password, to: "another long one").ending == .exit(0))
        try await devices[0].succeed("sync")
        #expect(try await comesTrue { try await devices[1].fund("sync").ending == .exit(77) })
    }

    @Test(
        "After the session has ended, a sync exits with status 77, and what was written meanwhile is sent after a login"
    )
    func endedSession() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.2 %\n")
        try await devices[0].succeed("sync")
        try await server.run("user", "password", "ada", "--password-stdin", input: "\(SyncServer.password)\n")
        try await devices[0].succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        // A running server notices within a second.
        #expect(
            try await comesTrue {
                let result = try await devices[0].fund("sync")
                return result.ending == .exit(77)
                    && result.errors.contains("To log in again: fund login \(server.address) --user ada\n")
            })
        try await server.logIn(devices[0], device: "desk")
        try await server.logIn(devices[1], device: "laptop")
        try await syncAll(devices)
        for device in devices { #expect(try await device.notes["Equity"]?.values.contains("0.3 %\n") == true) }
    }

    @Test("Logging out and in again doubles nothing")
    func loginAgain() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.2 %\n")
        try await syncAll(devices)
        try await devices[0].succeed("logout")
        try await devices[0].succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        try await server.logIn(devices[0], device: "desk")
        try await syncAll(devices)
        for device in devices { #expect(try await device.notes == ["Equity": ["Fees": "0.3 %\n"]]) }
    }

    @Test("If the server is away, a sync exits with status 69, and everything else works")
    func serverAway() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        try await server.stop()
        try await desk.make("Equity", note: "Fees", "0.2 %\n")
        #expect(try await desk.fund("sync").ending == .exit(69))
        try await server.start()
        #expect(try await desk.succeed("sync").lines.count == 2)
    }

    @Test("More read marks than fit into one request that the server refuses don't keep others from being sent")
    func refusedMarks() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        let store = try Store(root: desk.root.path)
        try store.database.transaction {
            let feed = try store.insertFeed(
                "https://example.org/feed", title: "News", home: nil, folders: [], fund: nil
            ).feed.id
            // In the order of the identities, the control characters come first.
            for identity in (0..<1100).map({ "\u{1}\($0)" }) + ["good"] {
                try store.database.run(
                    "INSERT INTO items(feed, identity, title, date, seen) VALUES(?, ?, 'Item', 0, 0)", .integer(feed),
                    .text(identity))
            }
            try store.database.run("UPDATE items SET is_read = 1")
        }
        #expect(try await desk.fund("sync").ending == .exit(65))
        let sent = try store.database.rows("SELECT identity FROM sync_reads WHERE state = 0") { $0.text(0) }
        #expect(sent == ["good"])
        #expect(try store.database.row("SELECT count(*) FROM sync_reads") { $0.integer(0) } == 1101)
    }

    /// A server that lets anybody log in, and has one page of changes.
    private func pretender(_ changes: String) async throws -> (server: FeedServer, investor: Investor, login: [String])
    {
        let server = try await FeedServer()
        try FileManager.default.createDirectory(
            at: server.folder.appending(path: "v1"), withIntermediateDirectories: true)
        let key = Data(repeating: 1, count: 32).base64EncodedString()
        try server.put(#"{"account": "ada", "session": "s", "key": "\#(key)"}"#.utf8, as: "v1/login")
        try server.put(changes.utf8, as: "v1/changes")
        let login = [
            "login", "http://127.0.0.1:\(server.port)", "--user", "ada", "--password-command", "echo x",
        ]
        return (server, try Investor(), login)
    }

    @Test("A server that is no fund-server is refused with status 76", arguments: ["<html>Welcome</html>", "{}", "[1"])
    func nonsense(answer: String) async throws {
        let (server, investor, login) = try await pretender(answer)
        #expect(try await investor.start(login).result().ending == .exit(76))
        // The login itself makes no sense, either.
        try server.put(answer.utf8, as: "v1/login")
        #expect(try await Investor().start(login).result().ending == .exit(76))
    }

    @Test("Names and paths from a hostile server lead to no file outside of the funds")
    func hostileNames() async throws {
        let ids = (1...3).map { String(repeating: "\($0)", count: 32) }
        let sha256 = String(repeating: "a", count: 64)
        let (server, investor, login) = try await pretender(
            """
            {"history": "h", "last": 3, "more": false, "changes": [
            {"kind": "fund", "id": "\(ids[0])", "version": 1, "deleted": false, "content": {"name": "../../evil"}},
            {"kind": "fund", "id": "\(ids[1])", "version": 2, "deleted": false, "content": {"name": "Good"}},
            {"kind": "file", "id": "\(ids[2])", "version": 3, "deleted": false, "content":
              {"fund": "\(ids[1])", "path": "../../evil.txt", "sha256": "\(sha256)", "size": 4, "modified": 0}}]}
            """)
        let result = try await investor.start(login).result()
        #expect(result.ending == .exit(76) && result.errors.contains("../../evil"))
        try FileManager.default.createDirectory(
            at: server.folder.appending(path: "v1/files"), withIntermediateDirectories: true)
        try server.put("evil".utf8, as: "v1/files/\(sha256)")
        #expect(try await investor.fund("sync", "--files", "all").ending != .exit(0))
        let names = try FileManager.default.subpathsOfDirectory(atPath: investor.home.path)
        #expect(!names.contains { $0.contains("evil") })
        #expect(try await investor.records("list").map { $0[0] } == ["Good"])
    }

    @Test("A file whose SHA-256 is a path is refused with status 76, and the file at that path stays as it is")
    func hostileDigest() async throws {
        let ids = (1...2).map { String(repeating: "\($0)", count: 32) }
        let (server, investor, login) = try await pretender(
            """
            {"history": "h", "last": 2, "more": false, "changes": [
            {"kind": "fund", "id": "\(ids[0])", "version": 1, "deleted": false, "content": {"name": "Good"}},
            {"kind": "file", "id": "\(ids[1])", "version": 2, "deleted": false, "content":
              {"fund": "\(ids[0])", "path": "a.txt", "sha256": "../../../../own.txt", "size": 3, "modified": 0}}]}
            """)
        let own = try investor.write("own", to: "own.txt")
        #expect(try await investor.start(login).result().ending == .exit(76))
        #expect(try await investor.fund("sync", "--files", "all").ending == .exit(76))
        #expect(try String(contentsOfFile: own, encoding: .utf8) == "own")
        withExtendedLifetime(server) {}
    }

    @Test("A device with a wrong clock is told so, with status 77")
    func wrongClock() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        let store = try Store(root: desk.root.path)
        let late = { @Sendable in Timestamp(milliseconds: Timestamp.now.milliseconds + 3 * 3_600_000) }
        let error = #expect(throws: ToolError.self) {
            try Synchronizer(store: store, clock: late).run(SyncOutcome())
        }
        #expect(error?.kind == .refused)
        #expect(error?.description.contains("is 180 minutes ahead of") == true, "\(error?.description ?? "")")
    }

    @Test(
        "If the server went back to a backup, nothing is lost, neither what was synced nor what was edited since then")
    func backup() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.2 %\n")
        try await devices[0].make("Equity", note: "Gone", "Gone\n")
        try await syncAll(devices)
        let copy = try await server.backUp()
        try await devices[0].succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        try await devices[0].make("Equity", note: "After", "after\n")
        try await devices[0].succeed("note", "rm", "--forever", "Equity", "Gone")
        try await syncAll(devices)
        try await devices[1].succeed("note", "edit", "Equity", "After", input: "after, edited\n")

        try await server.restore(copy)
        let result = try await devices[0].succeed("sync")
        #expect(result.errors.contains("was restored to an older state"))
        try await syncAll(devices)
        let notes = try #require(try await devices[0].notes["Equity"])
        #expect(try await devices[1].notes["Equity"] == notes)
        for text in ["0.2 %\n", "0.3 %\n", "after, edited\n"] { #expect(notes.values.contains(text)) }
        // A text that was deleted after the backup may come back, but nothing is there twice.
        #expect(Set(notes.values).count == notes.count)
    }

    @Test("The address in a signature is the one that the server sees")
    func targetURI() {
        #expect(FundClient.targetURI("HTTPS://Funds.Example.ORG:443/V1/x?a=B") == "https://funds.example.org/V1/x?a=B")
        #expect(FundClient.targetURI("http://127.0.0.1:8092/v1/changes") == "http://127.0.0.1:8092/v1/changes")
        #expect(FundClient.targetURI("http://localhost:80/v1") == "http://localhost/v1")
    }

    @Test("IDs of feeds and read marks are those of docs/fund-server.md")
    func identifiers() throws {
        let feed = try SyncID(feed: "https://example.org/news.xml")
        #expect("\(feed)" == "00517b76b60cc38809eed90a68a126d3")
        #expect(try "\(SyncID(read: "https://example.org/1", of: feed))" == "4578ef8c3312289027a1df42133b6bb2")
        #expect(SyncID("\(SyncID())") != nil)
    }
}

import Downloading
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import fund

@Suite("Mail servers with faults")
struct MailFaultTests {
    private static let messages = (1...3).map { MailPeer.message("M\($0)") }

    @Test(
        "A server that can't be used is named, with the exit status of its fault",
        arguments: [("busy", 75), ("nonsense", 76), ("lost", 69)] as [(String, Int32)])
    func statuses(behavior: String, status: Int32) async throws {
        let server = try await MailPeer(behavior: behavior, messages: Self.messages)
        let anna = try Investor(["SSL_CERT_FILE": server.authority])
        let result = try await anna.fund(
            "mail", "account", "add", "anna@example.org", "--server", "localhost:\(server.tls)", "--password-command",
            "echo secret")
        #expect(result.ending == .exit(status), "\(result.errors)")
        #expect(result.errors.contains("localhost:\(server.tls)"))
        #expect(server.commands.count { $0.hasPrefix("AUTH") } <= 1, "a password is sent once")
    }

    @Test("Mail that arrived before a server broke off the connection stays, and the rest comes the next time")
    func cut() async throws {
        let server = try await MailPeer(behavior: "cut", messages: Self.messages)
        let anna = try await server.investor()
        #expect(try await anna.fund("mail", "fetch", "--delete").ending == .exit(69))
        #expect(try await anna.records("mail", "list").map { $0[5] } == ["M1"])
        #expect(!server.commands.contains { $0.hasPrefix("DELE") })
        #expect(try anna.mailFiles.count == 1, "a draft is left")
    }

    @Test("A fetch that is killed while the server has any of its commands loses nothing and duplicates nothing")
    func killedAtCommands() async throws {
        let server = try await MailPeer(behavior: "", messages: Self.messages)
        let anna = try await server.investor()
        let retrievals = ["CAPA", "AUTH PLAIN", "UIDL", "LIST", "RETR 1", "RETR 2", "RETR 3"]
        for command in retrievals + ["DELE 1", "DELE 2", "DELE 3", "QUIT"] {
            try server.behave(command)
            let before = server.commands.count
            let process = try anna.start(["mail", "fetch", "--delete"])
            #expect(await comesTrue { server.commands.dropFirst(before).contains(command) || !process.isRunning })
            process.send(SIGKILL)
            #expect(try await process.result().ending == .signal(SIGKILL), "\(command)")
            let isRecorded = !retrievals.contains(command)
            #expect(try await anna.records("mail", "list").count == (isRecorded ? 3 : 0), "\(command)")
        }
        try server.behave("")
        let last = try await anna.succeed("mail", "fetch", "--delete")
        #expect(last.errors.contains("nothing new, 3 deleted"), "\(last.errors)")
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M2", "M3"])
        #expect(try anna.mailFiles.count == 3)
    }

    @Test("One message that a server can't deliver doesn't hold back the others")
    func refused() async throws {
        let server = try await MailPeer(behavior: "refuses", messages: Self.messages)
        let anna = try await server.investor()
        let result = try await anna.succeed("mail", "fetch", "--delete")
        #expect(result.errors.contains("could not be fetched") && result.errors.contains("cannot read it"))
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M3"])
        #expect(server.commands.filter { $0.hasPrefix("DELE") } == ["DELE 1", "DELE 3"])
    }

    @Test("If a server breaks off over one message after the other, the rest is given up with status 69")
    func breaks() async throws {
        let server = try await MailPeer(behavior: "breaks", messages: (1...25).map { MailPeer.message("M\($0)") })
        let anna = try await server.investor()
        let result = try await anna.fund("mail", "fetch")
        #expect(result.ending == .exit(69), "\(result.errors)")
        #expect(result.errors.contains("the rest of its mail was not fetched"), "\(result.errors)")
        #expect(server.commands.count { $0.hasPrefix("AUTH") } == 21, "once to add the account, and 20 times to fetch")
    }

    @Test("If an account gets another user, the mail of the new mailbox is fetched, even with UIDLs of the old one")
    func otherMailbox() async throws {
        let server = try await MailPeer(behavior: "", messages: Self.messages)
        let anna = try await server.investor()
        try await anna.succeed("mail", "fetch")
        for number in 1...3 {
            try Data(MailPeer.message("N\(number)").utf8).write(
                to: server.folder.appending(path: "\(number).eml"), options: .atomic)
        }
        try await anna.succeed("mail", "account", "set", "anna", "--authserv-id", "mx.example.com")
        #expect(try await anna.succeed("mail", "fetch").errors.contains("nothing new"), "the mailbox is the same")
        try await anna.succeed("mail", "account", "set", "anna", "--user", "ben")
        let result = try await anna.succeed("mail", "fetch", "--delete")
        #expect(result.errors.contains("3 new messages"), "\(result.errors)")
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M2", "M3", "N1", "N2", "N3"])
        #expect(try server.left.isEmpty)
    }

    @Test("Messages to which a server gives the same UIDL are all fetched, and stay on the server")
    func alike() async throws {
        let server = try await MailPeer(behavior: "alike", messages: Self.messages)
        let anna = try await server.investor()
        let first = try await anna.succeed("mail", "fetch", "--delete")
        #expect(first.errors.contains("3 new messages") && first.errors.contains("same UIDL"), "\(first.errors)")
        try Data(MailPeer.message("M4").utf8).write(to: server.folder.appending(path: "4.eml"), options: .atomic)
        let second = try await anna.succeed("mail", "fetch", "--delete")
        #expect(second.errors.contains("1 new message, 1 unfiled, 3 messages here already"), "\(second.errors)")
        // Only one of them is left, which doesn't make it the one that was recorded last.
        for number in 1...4 {
            try FileManager.default.removeItem(at: server.folder.appending(path: "\(number).eml"))
        }
        try Data(MailPeer.message("M5").utf8).write(to: server.folder.appending(path: "5.eml"), options: .atomic)
        let third = try await anna.succeed("mail", "fetch", "--delete")
        #expect(third.errors.contains("1 new message, 1 unfiled, 1 deleted"), "\(third.errors)")
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M2", "M3", "M4", "M5"])
    }

    @Test(
        "If a server gives the UIDL of a message that it no longer has to another one, that one is fetched",
        arguments: [true, false])
    func reused(isDeletedByFund: Bool) async throws {
        let server = try await MailPeer(behavior: "", messages: Self.messages)
        let anna = try await server.investor()
        if isDeletedByFund {
            try await anna.succeed("mail", "fetch", "--delete")
        } else {
            try await anna.succeed("mail", "fetch")
            try FileManager.default.removeItem(at: server.folder.appending(path: "1.eml"))
            try await anna.succeed("mail", "fetch")
        }
        try Data(MailPeer.message("N1").utf8).write(to: server.folder.appending(path: "1.eml"), options: .atomic)
        let result = try await anna.succeed("mail", "fetch", "--delete")
        #expect(result.errors.contains("1 new message"), "\(result.errors)")
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M2", "M3", "N1"])
        #expect(try server.left.isEmpty)
    }

    @Test(
        "An account gets another mailbox, or is forgotten, only after a running fetch has ended",
        arguments: ["set", "rm"])
    func changedDuringFetch(command: String) async throws {
        let server = try await MailPeer(behavior: "", messages: Self.messages)
        let anna = try await server.investor()
        try server.behave("RETR 3")
        let fetch = try anna.start(["mail", "fetch", "--timeout", "3600"])
        try #require(await comesTrue { server.commands.contains("RETR 3") || !fetch.isRunning }, "\(fetch.errors)")
        try server.behave("")
        try await anna.succeed("mail", "account", "set", "anna", "--authserv-id", "mx.example.com")
        let change = try anna.start(
            command == "set" ? ["mail", "account", "set", "anna", "--user", "ben"] : ["mail", "account", "rm", "anna"])
        try #require(await comesTrue { change.errors.contains("waiting for it") || !change.isRunning })
        #expect(change.isRunning, "\(change.errors)")
        fetch.send(SIGKILL)
        _ = try await fetch.result()
        #expect(try await change.result().ending == .exit(0), "\(change.errors)")
        let accounts = try await anna.records("mail", "account", "list")
        #expect(accounts.map { $0[3] } == (command == "set" ? ["ben"] : []))
    }

    @Test("A fetch that has waited while its account got another mailbox asks no server, and ends with status 75")
    func changedBeforeFetch() async throws {
        let anna = try Investor()
        let store = try Store(anna.environment)
        func account(_ user: String) throws -> MailAccount {
            try store.setMailAccount(
                MailAccount(
                    id: 0, address: "anna@example.org", host: "localhost", port: 1, encryption: "tls", user: user,
                    passwordCommand: nil, isRemembered: false, deletes: false, vouchingServer: nil))
        }
        let old = try account("anna")
        _ = try account("ben")
        var summary = MailSummary()
        let error = #expect(throws: ToolError.self) {
            try MailFetcher(store: store, timeout: 1).fetch(old, password: "", deletes: false, into: &summary)
        }
        #expect(error?.kind == .busy)
    }

    @Test("A message that is removed while it is fetched again under another UIDL stays removed, without status 74")
    func removedDuringFetch() async throws {
        let server = try await MailPeer(behavior: "", messages: Array(Self.messages.prefix(2)))
        let anna = try await server.investor()
        try FileManager.default.moveItem(
            at: server.folder.appending(path: "2.eml"), to: server.folder.appending(path: "later"))
        try await anna.succeed("mail", "fetch")
        let file = try #require(try anna.mailFiles.first)
        func inode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
        }
        let before = try inode()
        try FileManager.default.moveItem(
            at: server.folder.appending(path: "1.eml"), to: server.folder.appending(path: "1 again.eml"))
        try FileManager.default.moveItem(
            at: server.folder.appending(path: "later"), to: server.folder.appending(path: "2.eml"))
        try server.behave("RETR 2")
        let fetch = try anna.start(["mail", "fetch", "--timeout", "3600"])
        try #require(await comesTrue { (try? inode()) ?? nil != before || !fetch.isRunning }, "\(fetch.errors)")
        let number = try #require(try await anna.records("mail", "list").first?.first)
        try await anna.succeed("mail", "rm", number, "--forever")
        server.stop()
        #expect(try await fetch.result().ending == .exit(69), "\(fetch.errors)")
        #expect(try await anna.records("mail", "list").isEmpty)
        #expect(try anna.mailFiles.isEmpty)
    }

    @Test("A message that a server will not delete does not keep others there")
    func notDeleted() async throws {
        let server = try await MailPeer(behavior: "keeps", messages: Self.messages)
        let anna = try await server.investor()
        let result = try await anna.succeed("mail", "fetch", "--delete")
        #expect(result.errors.contains("it stays") && result.errors.contains("2 deleted"), "\(result.errors)")
        #expect(try server.left == ["2.eml"])
        try server.behave("")
        #expect(try await anna.succeed("mail", "fetch", "--delete").errors.contains("nothing new, 1 deleted"))
        #expect(try server.left.isEmpty)
    }

    @Test("Several commands are sent at once only to a server that allows it", arguments: ["waits", "alone", "old"])
    func pipelining(behavior: String) async throws {
        let server = try await MailPeer(behavior: behavior, messages: Self.messages)
        let anna = try await server.investor()
        try await anna.succeed("mail", "fetch", "--delete")
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M2", "M3"])
        #expect(try server.left.isEmpty)
    }

    @Test("Messages arrive byte for byte, with any periods at the beginnings of lines and in any pieces")
    func contents() async throws {
        var random = RandomSource(seed: 1939)
        let pieces = ["\r\n", "\r\n", ".", "..", ".x", "x", String(repeating: "long ", count: 20)]
        let messages = (0..<60).map { number in
            let count = number < 4 ? 40_000 : random.below(400)
            return (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined() + "\r\n"
        }
        let server = try await MailPeer(behavior: "", messages: messages)
        let address = try #require(MailboxAddress("localhost:\(server.tls)", .immediate))
        let certificates = try Data(contentsOf: URL(filePath: server.authority))
        let connection = try MailboxConnection(
            address, user: "anna", password: "secret", authorities: .system(and: Array(certificates)))
        let entries = try connection.entries()
        #expect(try connection.sizes().count == messages.count)
        connection.plan(entries.map(\.number))
        for entry in entries {
            var bytes: [UInt8] = []
            try connection.retrieve(entry.number) { bytes += $0 }
            let number = try #require(Int(entry.identifier.dropLast(4)))
            #expect(bytes == Array(messages[number - 1].utf8), "\(entry.identifier)")
        }
        try connection.quit()
    }

    @Test("A message without end is given up, and the others arrive")
    func huge() async throws {
        let server = try await MailPeer(behavior: "huge", messages: Self.messages)
        let anna = try await server.investor()
        let result = try await anna.succeed("mail", "fetch")
        #expect(result.errors.contains("stays on the server"), "\(result.errors)")
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M3"])
        #expect(
            try await !anna.succeed("mail", "fetch").errors.contains("stays on the server"), "it is not tried again")
    }

    @Test("A silent server is given up with status 69")
    func silent() async throws {
        let server = try await MailPeer(behavior: "silent", messages: [])
        let anna = try Investor(["SSL_CERT_FILE": server.authority])
        let result = try await anna.fund(
            "mail", "account", "add", "anna@example.org", "--server", "localhost:\(server.tls)", "--password-command",
            "echo secret", "--timeout", "1")
        #expect(result.ending == .exit(69) && result.errors.contains("does not answer"), "\(result.errors)")
    }

    @Test("Without an account, a password, a server or a terminal, fund says what to do")
    func unset() async throws {
        let anna = try Investor()
        #expect(try await anna.fund("mail", "fetch").ending == .exit(66))
        #expect(try await anna.succeed("mail").errors.contains("mail account add"))
        func add(_ words: String...) async throws -> RunningProcess.Result {
            try await anna.start(["mail", "account", "add"] + words).result()
        }
        #expect(try await add("anna@example.org").ending == .exit(64))
        #expect(try await add("anna", "--server", "x").ending == .exit(65))
        #expect(try await add("a@b", "--server", "x:y").ending == .exit(65))
        #expect(try await add("a@b", "--server", "x/y").ending == .exit(65))
        #expect(try await add("a@b", "--server", "127.0.0.1:1").ending == .exit(77))
        #expect(try await add("a@b", "--server", "127.0.0.1:1", "--password-command", "false").ending == .exit(77))
        let away = try await add("a@b", "--server", "127.0.0.1:1", "--password-command", "echo x")
        #expect(away.ending == .exit(69) && away.errors.contains("127.0.0.1:1"), "\(away.errors)")
        #expect(try await anna.records("mail", "account", "list").isEmpty)
    }

    @Test("The keyring keeps a password if the user wants that")
    func keyring() async throws {
        let server = try await MailPeer(behavior: "", messages: Self.messages)
        // It stands for the desktop's keyring, which needs a session.
        let keyring = """
            case $1 in
            store) cat > "$HOME/secret" ;;
            lookup) cat "$HOME/secret" ;;
            clear) rm "$HOME/secret" ;;
            esac
            """
        let anna = try Investor(["SSL_CERT_FILE": server.authority], programs: ["secret-tool": keyring])
        let terminal = Python.path(of: "type_secret.py")
        let options = "mail account add anna@example.org --server localhost:\(server.tls)"
        let added = try await anna.shell("/usr/bin/python3 '\(terminal)' secret \"$fund\" \(options) --remember")
        if added.ending != .exit(0) { Issue.record("\(added.output)\(added.errors)") }
        #expect(try await anna.succeed("mail", "fetch").errors.contains("3 new messages"))
        try await anna.succeed("mail", "account", "rm", "anna")
        #expect(!FileManager.default.fileExists(atPath: anna.home.appending(path: "secret").path))
        #expect(try await anna.records("mail", "list").count == 3)
    }

    @Test("A connection that was lost is not made again, since numbers of messages are valid in one session")
    func session() async throws {
        let server = try await MailPeer(behavior: "lost", messages: Self.messages)
        let certificates = try Data(contentsOf: URL(filePath: server.authority))
        let address = try #require(MailboxAddress("localhost:\(server.tls)", .immediate))
        let connection = try MailboxConnection(
            address, user: "anna", password: "secret", authorities: .system(and: Array(certificates)))
        #expect(try connection.entries().map(\.number) == [1, 2, 3])
        #expect(throws: MailboxError.self) { try connection.delete([1]) }
        #expect(throws: MailboxError.self) { try connection.quit() }
        #expect(
            server.commands.count { $0.hasPrefix("AUTH") } == 1 && !server.commands.contains { $0.hasPrefix("DELE") })
    }

    @Test(
        "Addresses of mailboxes are read with and without a port",
        arguments: [
            ("mail.example.org", "mail.example.org:995"), ("mail.example.org:1995", "mail.example.org:1995"),
            ("[::1]:995", "[::1]:995"), ("a@b", nil), ("a/b", nil), ("a:0", nil), ("a:65536", nil), ("", nil),
            ("[x]", nil),
            ("a b", nil), ("a?b", nil),
        ])
    func addresses(text: String, address: String?) {
        #expect(MailboxAddress(text, .immediate)?.description == address)
    }
}

import Downloading
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

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

    @Test("What arrived before a server broke off the connection stays, and the rest comes the next time")
    func cut() async throws {
        let server = try await MailPeer(behavior: "cut", messages: Self.messages)
        let anna = try await server.investor()
        #expect(try await anna.fund("mail", "fetch", "--delete").ending == .exit(69))
        #expect(try await anna.records("mail", "list").map { $0[5] } == ["M1"])
        #expect(!server.commands.contains { $0.hasPrefix("DELE") })
        let files = try FileManager.default.contentsOfDirectory(atPath: anna.root.appending(path: ".fund/mail").path)
        #expect(files.count == 1, "a draft is left: \(files)")
    }

    @Test("One message that a server can't give away doesn't keep the others away")
    func refused() async throws {
        let server = try await MailPeer(behavior: "refuses", messages: Self.messages)
        let anna = try await server.investor()
        let result = try await anna.succeed("mail", "fetch", "--delete")
        #expect(result.errors.contains("could not be fetched") && result.errors.contains("cannot read it"))
        #expect(Set(try await anna.records("mail", "list").map { $0[5] }) == ["M1", "M3"])
        #expect(server.commands.filter { $0.hasPrefix("DELE") } == ["DELE 1", "DELE 3"])
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
        #expect(result.ending == .exit(69) && result.errors.contains("silent"), "\(result.errors)")
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
        let terminal = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracle/type_secret.py")
        let options = "mail account add anna@example.org --server localhost:\(server.tls)"
        let added = try await anna.shell("/usr/bin/python3 \(terminal.path) secret \"$fund\" \(options) --remember")
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
        #expect(throws: MailboxError.self) { try connection.delete(1) }
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

import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Sharing files by mail")
struct ShareTests {
    private func investor(programs: [String: String] = [:]) async throws -> Investor {
        let anna = try Investor(programs: programs)
        try await anna.succeed("new", "Фонд")
        return anna
    }

    @Test("The user's mail program gets a draft with the file")
    func draft() async throws {
        let anna = try await investor(programs: ["xdg-email": "printf '%s\\n' \"$@\" > \"$HOME/draft\""])
        try anna.write("x", to: "data/fund/Фонд/a b.pdf")
        try await anna.succeed("share", "a b.pdf", "--mail", "ben@example.org")
        let draft = try String(contentsOf: anna.home.appending(path: "draft"), encoding: .utf8).split(separator: "\n")
        #expect(draft.contains("\(anna.root.path)/Фонд/a b.pdf") && draft.last == "ben@example.org")
    }

    @Test("Without a mail program and a server, fund says what to write where", arguments: [nil, "server = ftp://x\n"])
    func nothing(configuration: String?) async throws {
        let anna = try await investor()
        try anna.write("x", to: "data/fund/Фонд/a.pdf")
        if let configuration { try anna.write(configuration, to: "config/fund/mail.conf") }
        let result = try await anna.fund("share", "a.pdf", "--mail", "ben@example.org")
        #expect(result.ending == .exit(configuration == nil ? 69 : 78) && result.errors.contains("mail.conf"))
    }

    @Test(
        "An address that could be an option or two addresses is refused",
        arguments: ["-x@y", "a@b,c@d", "nobody", "a@b c", "@"])
    func addresses(address: String) async throws {
        let anna = try await investor()
        #expect(try await anna.fund("share", "a.pdf", "--mail=\(address)").ending == .exit(64))
    }

    @Test("Without a mail program, the set server gets a message that Python's parser reads back")
    func server() async throws {
        let anna = try await investor()
        let name = "Отчёт о фонде за третий квартал 2026 года, весьма длинное имя (1).bin"
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try FileManager.default.createDirectory(
            at: anna.root.appending(path: "Фонд"), withIntermediateDirectories: true)
        try Data(bytes).write(to: anna.root.appending(path: "Фонд/\(name)"))
        let mailbox = anna.home.appending(path: "mailbox").path
        let server = try await PythonServer(Python.path(of: "mail_server.py"), [mailbox])
        try anna.write(
            "# A server\nserver = smtp://127.0.0.1:\(server.port)\nfrom = anna@example.org\n",
            to: "config/fund/mail.conf")
        try await anna.succeed("share", "Фонд/\(name)", "--mail", "ben@example.org")
        withExtendedLifetime(server) {}
        let answer: [String] = try await Python.run(
            """
            import email, email.policy, hashlib
            message = email.message_from_bytes(open(given, 'rb').read(), policy=email.policy.default)
            part = next(message.iter_attachments())
            answer = [str(message['From']), str(message['To']), str(message['Subject']), part.get_filename(),
                hashlib.sha256(part.get_content()).hexdigest(), message.get_body().get_content(), str(message['Date'].datetime.year > 2000),
                str(len(message.defects) + len(part.defects)), str(max(map(len, open(given).read().splitlines())) <= 78)]
            """, given: mailbox)
        let digest: String = try await Python.run(
            "import hashlib; answer = hashlib.sha256(base64.b64decode(given)).hexdigest()", given: Data(bytes))
        #expect(
            answer == [
                "anna@example.org", "ben@example.org", "Фонд: \(name)", name, digest, "\(name) is attached.\n", "True",
                "0", "True",
            ])
    }

    @Test("A message that is sent neither replaces nor deletes that of another process, and doesn't stay")
    func otherMessages() async throws {
        let anna = try await investor()
        try anna.write("x", to: "data/fund/Фонд/a.pdf")
        let mailbox = anna.home.appending(path: "mailbox")
        let server = try await PythonServer(Python.path(of: "mail_server.py"), [mailbox.path])
        try anna.write(
            "server = smtp://127.0.0.1:\(server.port)\nfrom = anna@example.org\n", to: "config/fund/mail.conf")
        // On another machine that shares the folder, a process may have the number of this one.
        let result = try await anna.shell(
            #"cd "$HOME/data/fund/.fund" && echo other | tee message >message.$$ "#
                + #"&& exec "$fund" share a.pdf --mail ben@example.org"#)
        withExtendedLifetime(server) {}
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try String(contentsOf: mailbox, encoding: .utf8).contains("ben@example.org"))
        let folder = anna.root.appending(path: ".fund")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let messages = names.filter { $0.hasPrefix("message") || $0.hasSuffix(".part") }
        #expect(messages.count == 2, "\(messages)")
        for name in messages {
            #expect(try String(contentsOf: folder.appending(path: name), encoding: .utf8) == "other\n")
        }
    }

    /// A user with a file to send and a server, and a script of the shell that stands for curl.
    private func sender(curl: String, login: String = "") async throws -> Investor {
        let anna = try await investor(programs: ["curl": curl])
        try anna.write("x", to: "data/fund/Фонд/a.pdf")
        try anna.write(
            "server = smtp://127.0.0.1:9\nfrom = anna@example.org\n\(login)", to: "config/fund/mail.conf")
        return anna
    }

    @Test("curl gets the user and the password of the server through its standard input")
    func login() async throws {
        let anna = try await sender(
            curl: #"cat >"$HOME/curl.config""#, login: "user = anna\npassword-command = echo geheim\n")
        try await anna.succeed("share", "a.pdf", "--mail", "ben@example.org")
        let config = try String(contentsOf: anna.home.appending(path: "curl.config"), encoding: .utf8)
        #expect(config == "user = \"anna:geheim\"\n")
    }

    @Test("If curl can't be started, fund says so, with status 74")
    func brokenCurl() async throws {
        let anna = try await sender(curl: "exit 0")
        try ProgramFile.write("#!/nonexistent\n", to: anna.home.appending(path: "bin/curl").path)
        let result = try await anna.fund("share", "a.pdf", "--mail", "ben@example.org")
        #expect(result.ending == .exit(74) && result.errors.contains("curl can't be started: "), "\(result)")
        #expect(try messages(of: anna).isEmpty)
    }

    /// The names of messages beside the store.
    private func messages(of anna: Investor) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: anna.root.appending(path: ".fund").path)
        return Set(names.filter { $0.hasPrefix("message") })
    }

    @Test("After a signal to end, the message does not stay, whatever curl says", arguments: [0, 7])
    func signal(status: Int) async throws {
        let anna = try await sender(curl: "kill -TERM \"$PPID\"; exit \(status)")
        let result = try await anna.fund("share", "a.pdf", "--mail", "ben@example.org")
        #expect(result.ending == .signal(SIGTERM), "\(result.errors)")
        #expect(try messages(of: anna).isEmpty)
    }

    @Test("A signal to end that reaches only fund ends curl, too, and the message is not sent")
    func signalAlone() async throws {
        // As on a slow line. It ends by itself at last, in case nobody ends it.
        let waiting = #"n=0; while [ "$n" -lt 3000 ]; do sleep 0.1; n=$((n + 1)); done"#
        let anna = try await sender(curl: #"kill -TERM "$PPID"; \#(waiting); echo >"$HOME/sent""#)
        let result = try await anna.fund("share", "a.pdf", "--mail", "ben@example.org")
        #expect(result.ending == .signal(SIGTERM), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: anna.home.appending(path: "sent").path))
        #expect(try messages(of: anna).isEmpty)
    }

    @Test("A share deletes the messages that killed ones have left more than a day before, but not newer ones")
    func oldMessages() async throws {
        let anna = try await sender(curl: "exit 0")
        for name in ["message", "message(1)", "message.old/message", "message.new/message"] {
            try anna.write("x", to: "data/fund/.fund/\(name)")
        }
        for name in ["message", "message.old"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now.addingTimeInterval(-2 * 86_400)],
                ofItemAtPath: anna.root.appending(path: ".fund/\(name)").path)
        }
        try await anna.succeed("share", "a.pdf", "--mail", "ben@example.org")
        #expect(try messages(of: anna) == ["message(1)", "message.new"])
    }

    @Test("A password command that prints nothing is named, and nothing is sent")
    func noPassword() async throws {
        let anna = try await investor()
        try anna.write("x", to: "data/fund/Фонд/a.pdf")
        try anna.write(
            "server = smtp://127.0.0.1:9\nfrom = anna@example.org\nuser = anna\npassword-command = echo\n",
            to: "config/fund/mail.conf")
        let result = try await anna.fund("share", "a.pdf", "--mail", "ben@example.org")
        #expect(
            result.ending == .exit(69) && result.errors.contains("“echo” printed no password."), "\(result.errors)")
    }

    @Test("The help says that nothing is posted on social networks, and why")
    func noNetworks() async throws {
        let help = try await Investor().succeed("share", "--help").output.replacing("\n", with: " ")
        #expect(help.contains("posts nothing on social networks. Each of them requires an application"))
    }
}

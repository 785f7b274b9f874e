import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("rooms login and logout")
struct LoginTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    @Test("A login says each stage, reads the rooms, and stores no password", arguments: ["ntlm", "basic"])
    func logsIn(way: String) throws {
        let server = try ExchangeServer(ways: way, bindsChannel: way == "ntlm")
        let password = worker.home.appending(path: "password")
        try Data("Пароль1\n".utf8).write(to: password)
        let result = try worker.rooms(
            "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
            "--auth",
            way,
            "--user", "EXAMPLE\\anna", "--password-command", "cat '\(password.path)'")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("Logging in") && result.errors.contains("Reading the rooms"))
        #expect(result.errors.contains("10 rooms"))
        let files = try FileManager.default.subpathsOfDirectory(atPath: worker.home.path)
        for file in files where file != "password" {
            let data = FileManager.default.contents(atPath: worker.home.appending(path: file).path) ?? Data()
            #expect(data.range(of: Data("Пароль1".utf8)) == nil, "\(file) holds the password")
        }
        #expect(try worker.rooms("cities", "--format", "tsv").output.split(separator: "\n").count == 5)
    }

    @Test("A login names a list whose rooms can't be read, and fails only if no list can be read")
    func brokenLists() throws {
        func plan(_ lists: [String]) -> String {
            let broken = lists.map { #""\#($0)@example.com": "ErrorNameResolutionNoResults""# }
            return #"{"rooms": 10, "broken": {\#(broken.joined(separator: ","))}}"#
        }
        let server = try ExchangeServer(plan: plan(["kyiv"]))
        try worker.login(server)
        #expect(try worker.rooms("cities", "--format", "tsv").output.split(separator: "\n").count == 4)
        let result = try worker.rooms(
            "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
            "--user",
            "EXAMPLE\\anna", "--password-command", "echo Пароль1")
        #expect(result.errors.contains("The rooms of the list Kyiv can't be read"), "\(result.errors)")
        let others = try ExchangeServer(plan: plan(["berlin", "kyiv", "lviv", "london", "madrid"]))
        let refused = try worker.rooms(
            "login", "--mail", "anna@example.com", "--server", others.address, "--ca-file", others.certificate,
            "--user",
            "EXAMPLE\\anna", "--password-command", "echo Пароль1")
        #expect(refused.status == 76, "\(refused.errors)")
    }

    @Test("A wrong password is tried once, ends with status 77 and names the administrator")
    func triesOnce() throws {
        let server = try ExchangeServer()
        let result = try worker.rooms(
            "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
            "--password-command", "echo wrong", "--administrator", "help@example.com")
        #expect(result.status == 77)
        #expect(result.errors.contains("help@example.com"))
        #expect(try server.requests.count { $0.message == 3 } == 1)
        #expect(try worker.rooms("free").status == 78)
    }

    @Test("A stored password that the server has refused is not sent again by any command, until another one is taken")
    func storedRefusal() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let password = worker.home.appending(path: "password")
        try Data("expired\n".utf8).write(to: password)
        #expect(try worker.rooms("free").status == 77)
        let count = try server.requests.count
        for command in [["free"], ["sync", "--quiet"]] {
            let result = try worker.rooms.run(command)
            #expect(result.status == 77 && result.errors.contains("refused this password"), "\(result.errors)")
        }
        #expect(try server.requests.count == count)
        let memory = worker.state.deletingLastPathComponent().appending(path: "refused")
        #expect(try !String(contentsOf: memory, encoding: .utf8).contains("expired"))
        // Another password is sent.
        try Data("Пароль1\n".utf8).write(to: password)
        #expect(try worker.rooms("free").status == 0)
        #expect(!FileManager.default.fileExists(atPath: memory.path))
    }

    @Test("A login forgets which stored password the server has refused")
    func endOfRefusal() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try Data("expired\n".utf8).write(to: worker.home.appending(path: "password"))
        #expect(try worker.rooms("free").status == 77)
        let memory = worker.state.deletingLastPathComponent().appending(path: "refused").path
        #expect(FileManager.default.fileExists(atPath: memory))
        try worker.login(server)
        #expect(!FileManager.default.fileExists(atPath: memory))
    }

    @Test("A password that the server has taken counts as right even if the same process is refused later")
    func lockedMeanwhile() throws {
        let server = try ExchangeServer(plan: #"{"rooms": 250}"#, ways: "basic")
        try worker.login(server, "--auth", "basic")
        // A client asks whether the password is wanted, sends it with a first request, and then with a second one.
        try server.setFaults(#"{"locked": {"times": true, "after": 2}}"#)
        #expect(try worker.rooms("free", "--jobs", "1").status == 77)
        try server.setFaults("{}")
        #expect(try worker.rooms("free").status == 0)
    }

    @Test("If a server answers the first login with status 429, every process leaves it alone for as long as it wants")
    func busy() throws {
        let server = try ExchangeServer()
        try server.setFaults(#"{"busy": {"times": 1, "milliseconds": 120000, "style": "many"}}"#)
        let words = [
            "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
            "--user",
            "EXAMPLE\\anna", "--password-command", "echo Пароль1",
        ]
        let first = try worker.rooms.run(words)
        #expect(first.status == 75, "\(first.errors)")
        let count = try server.requests.count
        let second = try worker.rooms.run(words)
        #expect(second.status == 75 && second.errors.contains("asked clients to wait"), "\(second.errors)")
        #expect(try server.requests.count == count)
    }

    @Test("The rest that one server wants keeps nobody from another one, and logout forgets it")
    func otherServer() throws {
        let (first, second) = (try ExchangeServer(), try ExchangeServer())
        try worker.login(first)
        try first.setFaults(#"{"busy": {"times": true, "milliseconds": 900000}}"#)
        #expect(try worker.rooms("free").status == 75)
        try worker.login(second)
        #expect(try worker.rooms("free").status == 0)
        let rest = worker.state.deletingLastPathComponent().appending(path: "rest").path
        #expect(FileManager.default.fileExists(atPath: rest))
        #expect(try worker.rooms("logout", "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: rest))
    }

    @Test(
        "If Autodiscover finds a server whose certificate is not trusted, login says so, and how to name its authority")
    func discoversUntrusted() throws {
        let server = try ExchangeServer(
            plan: #"{"rooms": 1, "autodiscover": {}}"#, names: ["autodiscover.example.com"])
        let proxy = try Exchange.serve("name_proxy.py", [#"{"autodiscover.example.com": \#(server.port)}"#])
        let anna = try Worker(["https_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "", "NO_PROXY": ""])
        let result = try anna.rooms("login", "--mail", "anna@example.com", "--password-command", "echo Пароль1")
        #expect(result.status == 69, "\(result.errors)")
        #expect(
            result.errors.contains("autodiscover.example.com") && result.errors.contains("--ca-file FILE"),
            "\(result.errors)")
    }

    @Test("A terminal asks for the password and doesn't show it", arguments: [("Пароль1\n", 0), ("\u{3}", 77)])
    func asks(typed: String, status: Int32) throws {
        let server = try ExchangeServer()
        let result = try worker.onTerminal(
            [
                "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
                "--user",
                "EXAMPLE\\anna",
            ], asked: "Password of", typing: typed)
        #expect(result.status == status, "\(result.output)")
        #expect(!result.output.contains("Пароль1"))
    }

    @Test("Without a terminal and without a password command, login ends with status 77 and says what to do")
    func needsPassword() throws {
        let result = try worker.rooms("login", "--mail", "anna@example.com", "--server", "https://127.0.0.1:9/x")
        #expect(result.status == 77)
        #expect(result.errors.contains("--password-command"))
    }

    @Test(
        "A server that can't be trusted ends with status 69 and the reason, and no password goes there",
        arguments: [
            (nil, "localhost", false, "no trusted authority signed it"),
            (nil, "other.localhost", true, "it is for another name"), (-9 ... -2, "localhost", true, "it has expired"),
            (2...9, "localhost", true, "it is not valid yet"),
        ] as [(ClosedRange<Int>?, String, Bool, String)])
    func distrusts(days: ClosedRange<Int>?, host: String, isKnown: Bool, reason: String) throws {
        let server = try ExchangeServer(days: days)
        let authority = isKnown ? ["--ca-file", server.certificate] : []
        let result = try worker.rooms.run(
            ["login", "--mail", "anna@example.com", "--password-command", "echo x"] + authority
                + ["--server", "https://\(host):\(server.port)/EWS/Exchange.asmx"])
        #expect(result.status == 69)
        #expect(result.errors.contains("certificate") && result.errors.contains(reason), "\(result.errors)")
        #expect(result.errors.contains("--ca-file FILE") == !isKnown, "\(result.errors)")
        #expect(try server.requests.isEmpty)
    }

    @Test("Without --server, login finds the server by Autodiscover and says each stage")
    func discovers() throws {
        let address = "https://mail.example.com/EWS/Exchange.asmx"
        let server = try ExchangeServer(
            plan: #"{"rooms": 10, "autodiscover": {"protocols": {"EXPR": "\#(address)"}}}"#,
            names: ["autodiscover.example.com", "mail.example.com"])
        let hosts = #"{"autodiscover.example.com": \#(server.port), "mail.example.com": \#(server.port)}"#
        let proxy = try Exchange.serve("name_proxy.py", [hosts])
        let anna = try Worker(["https_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "", "NO_PROXY": ""])
        let result = try anna.rooms(
            "login", "--mail", "anna@example.com", "--ca-file", server.certificate, "--user", "EXAMPLE\\anna",
            "--password-command", "echo Пароль1")
        #expect(result.status == 0, "\(result.errors)")
        let stages = ["Looking for the server of example.com", "Logging in to \(address)", "Reading the rooms"]
        var rest = result.errors[...]
        for stage in stages {
            let end = try #require(rest.range(of: stage)?.upperBound, "\(result.errors)")
            rest = rest[end...]
        }
        #expect(
            Set(proxy.lines) == [
                "CONNECT example.com:443", "CONNECT autodiscover.example.com:443", "CONNECT mail.example.com:443",
            ])
    }

    /// Logs in to a server that Autodiscover finds under some names, through a proxy.
    ///
    /// - Parameter answer: What the user types on a terminal at the question; empty for none, without a terminal.
    private func search(
        _ server: ExchangeServer, for names: [String], password: String, asked question: String, typing answer: String
    ) throws -> (result: Finished, proxy: PythonServer) {
        let hosts = names.map { #""\#($0)": \#(server.port)"# }.joined(separator: ", ")
        let proxy = try Exchange.serve("name_proxy.py", ["{\(hosts)}"])
        let anna = try Worker(["https_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "", "NO_PROXY": ""])
        let words = [
            "login", "--mail", "anna@example.com", "--ca-file", server.certificate, "--user", "EXAMPLE\\anna",
            "--password-command", "echo \(password)",
        ]
        let result =
            try answer.isEmpty ? anna.rooms.run(words) : anna.onTerminal(words, asked: question, typing: answer)
        return (result, proxy)
    }

    @Test(
        "A server in another domain gets the name and the password only if the user agrees on a terminal",
        arguments: ["y\n", "n\n", ""])
    func asksAboutOtherDomain(answer: String) throws {
        let address = "https://mail.example.net/EWS/Exchange.asmx"
        let server = try ExchangeServer(
            plan: #"{"rooms": 10, "autodiscover": {"protocols": {"EXPR": "\#(address)"}}}"#,
            names: ["autodiscover.example.com", "mail.example.net"])
        let (result, proxy) = try search(
            server, for: ["autodiscover.example.com", "mail.example.net"], password: "Пароль1",
            asked: "Send your name and password there?", typing: answer)
        let isAllowed = answer == "y\n"
        #expect(result.status == (isAllowed ? 0 : 69), "\(result.output) \(result.errors)")
        #expect(isAllowed || (result.output + result.errors).contains("mail.example.net belongs to another domain"))
        #expect(proxy.lines.contains("CONNECT mail.example.net:443") == isAllowed)
    }

    @Test(
        "After a server has refused the password, Autodiscover tries it at another one only if the user agrees on a terminal",
        arguments: [("y\n", 2), ("n\n", 1), ("", 1)])
    func asksBeforeNextTry(answer: String, count: Int) throws {
        let server = try ExchangeServer(
            plan: #"{"rooms": 1, "autodiscover": {}}"#, names: ["example.com", "autodiscover.example.com"])
        let (result, _) = try search(
            server, for: ["example.com", "autodiscover.example.com"], password: "wrong",
            asked: "Try them at autodiscover.example.com, too?", typing: answer)
        #expect(result.status == 77, "\(result.output) \(result.errors)")
        #expect(try server.requests.count { $0.message == 3 } == count)
    }

    @Test(
        "Wrong addresses and files are refused before anything is sent",
        arguments: [
            (["--mail", "nobody", "--server", "https://127.0.0.1:9/x"], 65),
            (["--mail", "a@example.com", "--server", "http://127.0.0.1:9/x"], 65),
            (["--email", "a@example.com", "--server", "https://127.0.0.1:9/x", "--ca", "/none"], 74),
            (["--mail", "a@example.com", "--server", "https://127.0.0.1:9/x", "--ca-file", "/etc/hostname"], 65),
            ([], 64), (["--mail", "a@example.com", "--server", "https://127.0.0.1:9/x"], 69),
        ] as [([String], Int32)])
    func refuses(arguments: [String], status: Int32) throws {
        #expect(try worker.rooms.run(["login", "--password-command", "echo x"] + arguments).status == status)
    }

    @Test("Without an account, mine ends with status 78, as other commands do")
    func withoutAccount() throws {
        for command in [["mine"], ["free"], ["logout", "--yes"]] {
            let result = try worker.rooms.run(command)
            #expect(result.status == 78 && result.errors.contains("rooms login"), "\(command) \(result)")
        }
    }

    @Test("A login that fails keeps the account that was there, and another account needs a logout first")
    func keepsAccount() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let before = try Data(contentsOf: worker.state)
        #expect(try worker.rooms("login", "--mail", "ben@example.com", "--password-command", "echo x").status == 64)
        try server.setFaults(#"{"html": true}"#)
        let password = worker.home.appending(path: "password").path
        #expect(
            try worker.rooms(
                "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
                "--password-command", "cat '\(password)'", "--user", "EXAMPLE\\anna"
            ).status == 76)
        #expect(try Data(contentsOf: worker.state) == before)
    }

    /// What the keyring of a desktop has.
    private var secret: String { worker.home.appending(path: "secret").path }

    /// A worker whose keyring has one place, the file `secret`.
    private func desktop() throws -> Worker {
        let folder = worker.home.appending(path: "bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = """
            #!/bin/sh
            case $1 in
            store) cat >'\(secret)' ;;
            lookup) cat '\(secret)' ;;
            clear) rm '\(secret)' ;;
            esac
            """
        try ProgramFile.write(script, to: folder.appending(path: "secret-tool").path)
        return try Worker(["PATH": "\(folder.path):/usr/bin:/bin"])
    }

    @Test("A login without --remember erases the password that the keyring has kept since an earlier one")
    func remembersNoLonger() throws {
        let desktop = try desktop()
        let server = try ExchangeServer()
        try desktop.login(server, "--remember")
        #expect(FileManager.default.fileExists(atPath: secret))
        try desktop.login(server)
        #expect(!FileManager.default.fileExists(atPath: secret))
        #expect(try desktop.rooms("logout", "--yes").status == 0)
    }

    @Test("A login without --remember goes on if the keyring is out of reach, and so does the logout after it")
    func losesKeyring() throws {
        let desktop = try desktop()
        let server = try ExchangeServer()
        try desktop.login(server, "--remember")
        let tool = worker.home.appending(path: "bin/secret-tool").path
        try ProgramFile.write("#!/bin/sh\nexit 1\n", to: tool)
        #expect(try desktop.rooms("logout", "--yes").status == 75)
        try desktop.login(server)
        #expect(try desktop.rooms("logout", "--yes").status == 0)
    }

    @Test("The keyring keeps the password with --remember, and logout erases it and everything else")
    func remembers() throws {
        let desktop = try desktop()
        let server = try ExchangeServer()
        try desktop.login(server, "--remember")
        #expect(try String(contentsOfFile: secret, encoding: .utf8) == "Пароль1")
        try FileManager.default.removeItem(at: desktop.home.appending(path: "password"))
        #expect(try desktop.rooms("free").status == 0)
        #expect(try desktop.rooms("logout").status == 64)
        #expect(FileManager.default.fileExists(atPath: secret))
        #expect(try desktop.rooms("logout", "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: secret))
        let state = try String(contentsOf: desktop.state, encoding: .utf8)
        #expect(!state.contains("example.com"))
        #expect(try desktop.rooms("logout", "--yes").status == 78)
    }
}

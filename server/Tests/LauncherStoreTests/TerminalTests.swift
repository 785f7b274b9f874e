import AppGroup
import AppGroupText
import Foundation
import TestSupport
import Testing

@Suite("Questions and progress in a terminal")
struct TerminalTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    /// Runs `launcher-store` in a terminal.
    ///
    /// - Parameter starter: The words of a command that starts it; empty if nothing comes between.
    func type(
        _ arguments: [String], answers: [[String]] = [], columns: Int = 80, by starter: [String] = []
    ) throws -> Finished {
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/pseudo_terminal.py")
            .path
        let said = String(decoding: try JSONSerialization.data(withJSONObject: answers), as: UTF8.self)
        return try Finished.run(
            [Python.interpreter.path, program, "\(columns)", said] + starter + [Sandbox.program] + arguments,
            environment: testServer.sandbox.environment.merging(["TERM": "xterm"]) { $1 })
    }

    /// The lines of the screen after this output. Only the control sequences of progress lines are understood.
    func screen(_ output: String) -> [String] {
        var (lines, row, column) = ([[Character]()], 0, 0)
        var rest = Substring(output)
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}":
                rest = rest.dropFirst()
                let number = rest.prefix(while: \.isNumber)
                rest = rest.dropFirst(number.count)
                switch rest.popFirst() {
                case "A": row = max(0, row - (Int(number) ?? 1))
                case "J":
                    lines[row].removeLast(max(0, lines[row].count - column))
                    lines.removeLast(lines.count - row - 1)
                default: break
                }
            case "\r": column = 0
            case "\n", "\r\n":
                (row, column) = (row + 1, 0)
                if row == lines.count { lines.append([]) }
            default:
                while lines[row].count <= column { lines[row].append(" ") }
                lines[row][column] = character
                column += 1
            }
        }
        return lines.map { String($0) }
    }

    @Test("A download shows one line that fits and disappears at the end", arguments: [40, 80])
    func progress(columns: Int) throws {
        let (releases, files) = try testServer.makeReleases(["1.0"], payload: 3 << 20)
        var script = try testServer.answers([testServer.package(releases)], files: files)
        script["GET /files/1.0"]?[0]["pause"] = [1_000_000, 600]
        try testServer.server.script(script)
        try testServer.logIn()
        let mark = columns == 80 ? " of " : " %"
        // The rest of the file comes when the line was drawn.
        let answer = try type(
            ["install", "rooms"], answers: [[mark, "", "\(testServer.server.folder)/go"]], columns: columns)
        #expect(answer.status == 0)
        let drawings = answer.output.split(separator: "\u{1B}[J").flatMap { $0.split(whereSeparator: \.isNewline) }
        let shown = drawings.filter { $0.contains("Rooms 1.0") && $0.contains(mark) }
        #expect(!shown.isEmpty, "\(answer.output)")
        for line in shown { #expect(SafeText(String(line.filter { $0 != "\r" })).width <= columns, "\(line)") }
        #expect(screen(answer.output).filter { !$0.isEmpty } == ["launcher: Installed Rooms 1.0 (org.example.rooms)."])
    }

    @Test("remove --purge of several apps says which of them a “no” has kept")
    func keepsOne() throws {
        let sandbox = testServer.sandbox
        for name in ["Rooms", "Tea"] {
            let package = try sandbox.makePackage(name, version: "1.0", id: "org.example.\(name.lowercased())")
            #expect(try sandbox.store("install", package).status == 0)
        }
        let answer = try type(
            ["remove", "rooms", "tea", "--purge"], answers: [["Delete Rooms", "y\n"], ["Delete Tea", "n\n"]],
            columns: 200)
        #expect(answer.status == 64 && answer.output.contains("Removed Rooms"), "\(answer)")
        #expect(answer.output.contains("Tea was not removed."), "\(answer)")
        #expect(try sandbox.registry.apps().map(\.name) == ["Tea"])
    }

    @Test("A password is asked for and not shown, and so is a missing name")
    func asksForPassword() throws {
        try testServer.server.script(try testServer.answers([]))
        let answer = try type(
            ["login", testServer.server.address],
            answers: [["User at", "ada\n"], ["Password of ada", "sEcReT wOrD\n"]])
        #expect(answer.status == 0 && answer.output.contains("Logged in"), "\(answer.output)")
        #expect(!answer.output.contains("sEcReT"))
        #expect(testServer.server.requests("POST", "/v1/login").first?.body.contains("sEcReT wOrD") == true)
        let given = try type(
            ["login", testServer.server.address, "--user", "ada"], answers: [["Password of ada", "\u{3}"]])
        #expect(given.status == 64)
        let undecodable = try type(
            ["login", testServer.server.address, "--user", "ada"], answers: [["Password of ada", "sEcReT w\u{D6}rD\n"]])
        #expect(undecodable.status == 64 && undecodable.output.contains("is not UTF-8"), "\(undecodable.output)")
    }

    @Test("A password is asked for and not shown at the terminal of another session, too, as under su -c")
    func asksInOtherSession() throws {
        try testServer.server.script(try testServer.answers([]))
        let answer = try type(
            ["login", testServer.server.address, "--user", "ada"],
            answers: [["Password of ada", "sEcReT wOrD\n"]], by: ["/usr/bin/setsid", "-w"])
        #expect(answer.status == 0 && answer.output.contains("Logged in"), "\(answer.output)")
        #expect(!answer.output.contains("sEcReT"))
    }

    @Test("On a terminal, a catalog ends with the servers and users that it is for")
    func namesLogins() throws {
        try testServer.open()
        let other = try testServer.logInElsewhere(try testServer.answers([]))
        let output = try type(["catalog"], columns: 200).output
        let logins = ["\(testServer.server.address) as ada", "\(other.address) as bob"].sorted()
        #expect(output.contains("Logged in to \(logins.joined(separator: ", "))"), "\(output)")
        #expect(try testServer.store("catalog").errors.isEmpty)
    }

    @Test("A new password is typed twice")
    func password() throws {
        try testServer.open()
        var script = try testServer.answers([])
        script["PUT /v1/password"] = [["status": 204]]
        try testServer.server.script(script)
        let answers = [["Current", "old\n"], ["New password:", "new\n"], ["again", "nwe\n"]]
        let answer = try type(["password"], answers: answers)
        #expect(answer.status == 64 && testServer.server.requests("PUT", "/v1/password").isEmpty)
        #expect(try type(["password"], answers: answers.dropLast() + [["again", "new\n"]]).status == 0)
        #expect(testServer.server.requests("PUT", "/v1/password").count == 1)
    }

    @Test("A link of a page asks before it does anything", arguments: [("n", false), ("", false), ("y", true)])
    func openLink(answer: String, installs: Bool) throws {
        try testServer.open()
        let link = "launcher-store://install?server=\(testServer.server.address)&package=org.example.rooms"
        let result = try type(
            ["open-link", link], answers: [["Install Rooms 1.0", "\(answer)\n"], ["Press Enter", "\n"]])
        #expect(result.status == 0, "\(result.output)")
        #expect(try (testServer.rooms != nil) == installs)
        #expect(testServer.server.requests("GET", "/files/1.0").isEmpty == !installs)
    }

    @Test("A link to a server without a login sends nothing to that server")
    func foreignLink() throws {
        try testServer.open()
        let other = try ScriptedServer()
        let link = "launcher-store://install?server=\(other.address)&package=org.example.rooms"
        let result = try type(["open-link", link], answers: [["Press Enter", "\n"]])
        #expect(result.status == 77 && result.output.contains("not logged in") && other.requests.isEmpty)
    }

    @Test("An app from elsewhere is replaced if the user agrees")
    func replaces() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        try testServer.server.script(try testServer.answers([testServer.package([releases[1]])], files: files))
        try testServer.logIn()
        #expect(try type(["update", "rooms"], answers: [["from a file", "n\n"]]).status == 65)
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try type(["update", "rooms"], answers: [["from a file", "y\n"]]).status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("A link to an app that the server does not offer installs none with a similar identifier")
    func similarLink() throws {
        let file = try testServer.sandbox.makePackage("Blueprints", version: "1.0", id: "org.example.rooms.beta")
        let release = try testServer.release(file, version: "1.0")
        let package = testServer.package([release], id: "org.example.rooms.beta", name: "Blueprints")
        try testServer.server.script(try testServer.answers([package], files: ["1.0": file]))
        try testServer.logIn()
        let link = "launcher-store://install?server=\(testServer.server.address)&package=org.example.rooms"
        let result = try type(["open-link", link], answers: [["Press Enter", "\n"]])
        #expect(result.status == 66 && result.output.contains("no app org.example.rooms"), "\(result.output)")
        #expect(testServer.server.requests("GET", "/files/1.0").isEmpty)
    }
}

import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Exec lines")
struct ExecLineTests {
    private static let url: AppURL = "rooms://book?room=1 %20;$(id)\"'é"

    private func entry(_ lines: String = "") throws -> DesktopEntry {
        let text = "[Desktop Entry]\nType=Application\nName=My Rooms\nName[de]=Räume\nIcon=door\n\(lines)\n"
        return try DesktopEntry(id: "x.desktop", path: "/x.desktop", bytes: Array(text.utf8), locales: ["de"])
    }

    @Test(
        "Field codes are replaced, with a URL and without",
        arguments: [
            ("p %u", [url.description], []), ("p %U -x", [url.description, "-x"], ["-x"]),
            ("p %f", [url.description], []),
            ("p %F", [url.description], []), ("p", [url.description], []), ("p -a", ["-a", url.description], ["-a"]),
            ("p --url=%u", ["--url=\(url)"], ["--url="]),
            (
                "p %i %c %k", ["--icon", "door", "Räume", "/x.desktop", url.description],
                ["--icon", "door", "Räume", "/x.desktop"]
            ),
            ("p %d %D %n %N %v %m %u", [url.description], []),
            ("p 100%% %%u", ["100%", "%u", url.description], ["100%", "%u"]),
            (#"p "" %u"#, ["", url.description], [""]), (#"p "%u" "a b""#, [url.description, "a b"], ["a b"]),
        ])
    func fieldCodes(line: String, opening: [String], plain: [String]) throws {
        let parsed = try ExecLine(line)
        #expect(parsed.program == "p")
        #expect(parsed.arguments(of: try entry(), opening: Self.url) == opening)
        #expect(parsed.arguments(of: try entry(), opening: nil) == plain)
    }

    @Test("Without an icon, %i becomes nothing")
    func noIcon() throws {
        #expect(try ExecLine("p %i").arguments(of: try entry("Icon="), opening: nil) == [])
    }

    @Test(
        "A command line that cannot be understood is refused",
        arguments: [
            ("", ExecLine.Problem.empty), ("   ", .empty), (#""" x"#, .empty), (#"p "open"#, .openQuote),
            ("p 'open", .openQuote),
            (#"p \"#, .openQuote), ("p %x", .unknownCode("%x")), ("p %", .unknownCode("%")),
            ("p %é", .unknownCode("%\u{FFFD}")),
            ("%u", .codeInProgram), ("a%c b", .codeInProgram),
        ])
    func refuses(line: String, problem: ExecLine.Problem) {
        #expect(throws: problem) { try ExecLine(line) }
    }

    @Test("A percent sign in a program's name is written twice")
    func percentInProgram() throws {
        #expect(try ExecLine("/opt/100%%/p").program == "/opt/100%/p")
    }

    @Test("Quoting is undone as GLib undoes it")
    func agreesWithGLib() throws {
        var random = RandomSource(seed: 2)
        let alphabet = Array(#"ab  "'\`$é=;*"#)
        let lines = (0..<2000).map { _ in
            "p "
                + String(
                    (0..<Int.random(in: 0...10, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
        }
        let script = """
            import json, sys
            from gi.repository import GLib
            def words(line):
                try: return GLib.shell_parse_argv(line)[1]
                except GLib.Error: return None
            json.dump([words(line) for line in json.load(sys.stdin)], sys.stdout)
            """
        let input = String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)
        let answer = try LaunchingSandbox.runTool(Python.interpreter.path, ["-c", script], input: input)
        let expected = try JSONDecoder().decode([[String]?].self, from: Data(answer.output.utf8))
        let entry = try entry()
        for (line, words) in zip(lines, expected) {
            let parsed = try? ExecLine(line)
            #expect(parsed.map { [$0.program] + $0.arguments(of: entry, opening: nil) } == words, "\(line)")
        }
        #expect(expected.contains { $0 == nil } && expected.contains { $0 != nil })
    }

    @Test(
        "Words that are quoted by the specification's rules are read back, from files that desktop-file-validate accepts"
    )
    func agreesWithValidator() throws {
        let sandbox = try LaunchingSandbox()
        var random = RandomSource(seed: 3)
        let alphabet = Array("ab \"'\\><~|&;$*?#()`=é漢")
        for index in 0..<40 {
            let words = (0..<3).map { _ in
                String((0...Int.random(in: 0...8, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            }
            let line = "true " + words.map(Self.quoted).joined(separator: " ") + " %u"
            let id = "com.example.Test\(index).desktop"
            let escaped = line.replacingOccurrences(of: "\\", with: "\\\\")
            let path = try sandbox.entry(id, "Exec=\(escaped)")
            let verdict = try LaunchingSandbox.runTool("/usr/bin/desktop-file-validate", [path])
            #expect(verdict.status == 0, "\(verdict.output)")
            let entry = try #require(try DesktopEntryLocator(sandbox.environment()).entry(id))
            #expect(
                try ExecLine(entry.exec ?? "").arguments(of: entry, opening: Self.url) == words + [Self.url.description]
            )
        }
    }

    private static func quoted(_ word: String) -> String {
        "\"" + word.map { "\"`$\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
    }

    @Test("No command line makes the parser crash")
    func fuzz() throws {
        var random = RandomSource(seed: 4)
        let entry = try entry()
        var accepted = 0
        for _ in 0..<5000 {
            let scalars = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                Unicode.Scalar(UInt8.random(in: 1...255, using: &random))
            }
            var line = ""
            line.unicodeScalars.append(contentsOf: scalars)
            guard let parsed = try? ExecLine(line) else { continue }
            accepted += 1
            #expect(!parsed.program.isEmpty)
            let arguments = parsed.arguments(of: entry, opening: Self.url)
            #expect(arguments.contains { $0.contains(Self.url.description) })
        }
        #expect(accepted > 0)
    }

    @Test("A program's name and an argument may be as long as a desktop file")
    func takesLongWords() throws {
        let word = String(repeating: "x", count: DesktopEntry.maximumSize)
        #expect(try ExecLine(word).program.utf8.count == DesktopEntry.maximumSize)
        #expect(try ExecLine(String(repeating: #"\a"#, count: DesktopEntry.maximumSize / 2)).program.first == "a")
    }
}

import Foundation
import TestSupport
import Testing

@testable import AppGroup
@testable import AppGroupDesktop

@Suite("Values of desktop entries")
struct DesktopTextTests {
    private static let examples = [
        "Inbox", " Größe 文字 ", "a;b;c", #"back\slash \n \s \;"#, "$(id) `id` \"q\" 'q' <b>&", "%u %% %U %",
        "tab\tnew\nline\r",
        "[Desktop Action x]", "Name[de]=x", "=", "#", "\\", " ", "é e\u{301} 👩‍👩‍👧", "/usr/bin/a b~?*(c)|d;e>f",
    ]
    private static let alphabet = " \\;\"'`$%=#[]<>|&~*?()\n\t\rau文\u{301}"

    @Test("A value is read back as it was, as a string and as a list")
    func isReadBack() throws {
        try MutatedTexts.each(seed: 1, of: Self.examples, with: Self.alphabet) { text in
            guard !text.isEmpty else { return }
            let file = try KeyFile(
                Array("[G]\nString=\(DesktopText.string(text))\nList=\(DesktopText.list([text, "x", text]))\n".utf8),
                keeping: ["G"])
            #expect(file["G"]?["String"].map { KeyFile.string($0) } == text)
            #expect(file["G"]?["List"].map { KeyFile.list($0) } == [text, "x", text])
        }
    }

    @Test("The words of a command line arrive as they were")
    func isExecuted() throws {
        try MutatedTexts.each(seed: 2, of: Self.examples, with: Self.alphabet) { text in
            let value = DesktopText.exec(["/bin/x", text, "last"], takesURL: true)
            let file = try KeyFile(Array("[G]\nExec=\(value)\n".utf8), keeping: ["G"])
            let line = try ExecLine(KeyFile.string(file["G"]?["Exec"] ?? ""))
            let entry = try DesktopEntry(id: "x.desktop", path: "", bytes: Array("[Desktop Entry]\n".utf8), locales: [])
            #expect(line.program == "/bin/x")
            #expect(line.arguments(of: entry, opening: "a:b c") == [text, "last", "a:b c"])
        }
    }

    @Test("GLib reads the same values")
    func glibAgrees() throws {
        var texts: [String] = []
        MutatedTexts.each(300, seed: 3, of: Self.examples, with: Self.alphabet) { if !$0.isEmpty { texts.append($0) } }
        let lines = texts.enumerated().flatMap { index, text in
            [
                "[G\(index)]", "String=\(DesktopText.string(text))", "List=\(DesktopText.list([text, "x"]))",
                "Exec=\(DesktopText.exec(["/bin/x", text]))",
            ]
        }
        let script = """
            import json, sys
            import gi
            from gi.repository import GLib
            file = GLib.KeyFile()
            data = sys.stdin.buffer.read()
            file.load_from_bytes(GLib.Bytes.new(data), GLib.KeyFileFlags.NONE)
            rows = []
            for group in file.get_groups()[0]:
                words = GLib.shell_parse_argv(file.get_string(group, "Exec"))[1]
                # What GLib does with the field codes afterwards.
                rows.append([file.get_string(group, "String"), list(file.get_string_list(group, "List")),
                             [word.replace("%%", "%") for word in words]])
            print(json.dumps(rows))
            """
        let answer = try LaunchingSandbox.runTool(
            Python.interpreter.path, ["-c", script], input: lines.joined(separator: "\n") + "\n")
        try #require(answer.status == 0, "\(answer.output)")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [[Any]])
        #expect(rows.count == texts.count)
        for (row, text) in zip(rows, texts) {
            #expect((row[0] as? String)?.utf8.elementsEqual(text.utf8) == true, "\(text.debugDescription)")
            #expect((row[1] as? [String])?.elementsEqual([text, "x"]) { $0.utf8.elementsEqual($1.utf8) } == true)
            #expect((row[2] as? [String])?.elementsEqual(["/bin/x", text]) { $0.utf8.elementsEqual($1.utf8) } == true)
        }
    }

    @Test("A plain command line has no quotes, which xdg-open does not understand")
    func staysBare() {
        #expect(
            DesktopText.exec(["env", "A=/x-y_z", "/usr/bin/launcher", "open", "com.example.in-box"], takesURL: true)
                == "env A=/x-y_z /usr/bin/launcher open com.example.in-box %u")
    }
}

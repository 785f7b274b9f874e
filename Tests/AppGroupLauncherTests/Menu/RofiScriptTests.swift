import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("rofi's script mode", .ownGroup) struct RofiScriptTests {
    /// The output that rofi would read: its options, and the rows with their properties.
    private struct Screen {
        var options: [String: String] = [:]
        var rows: [(label: String, properties: [String: String])] = []

        init(_ text: String) {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                let parts = line.split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
                let words =
                    parts.count > 1
                    ? parts[1].split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init) : []
                let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
                if parts[0].isEmpty {
                    options.merge(pairs) { $1 }
                } else {
                    rows.append((String(parts[0]), .init(uniqueKeysWithValues: pairs)))
                }
            }
        }
    }

    private func rofi(_ retv: String?, info: String? = nil, text: String? = nil) async throws -> Screen {
        let result = try await launcher(
            ["menu", "--rofi-script", "--order", "name", "--"] + (text.map { [$0] } ?? []),
            setting: ["ROFI_RETV": retv, "ROFI_INFO": info])
        #expect(result.ending == .exit(0) && result.errors == "", "\(result.errors)")
        return Screen(result.output)
    }

    @Test(
        "rofi's script mode lists the apps with icons and search terms, and marks apps with a badge as urgent",
        arguments: ["0", nil])
    func start(retv: String?) async throws {
        try await MenuHome.make()
        let screen = try await rofi(retv)
        #expect(screen.rows.map(\.label) == ["Inbox (4)", "Meeting Rooms (1)", "Notes"])
        #expect(screen.options["urgent"] == "0,1" && screen.options["no-custom"] == "false")
        #expect(screen.options["use-hot-keys"] == "true" && screen.options["markup-rows"] == "false")
        #expect(screen.options["message"]?.contains("Alt+1") == true)
        #expect(
            screen.rows[0].properties == [
                "icon": "mail-unread", "meta": "org.example.inbox inbox",
                "info": "org.example.family/org.example.inbox",
            ])
    }

    @Test("rofi's script mode opens the chosen row, no matter what its text is, and lets rofi close")
    func selection() async throws {
        try await MenuHome.make()
        let screen = try await rofi("1", info: "org.example.family/org.example.rooms", text: "--help")
        #expect(screen.rows.isEmpty && screen.options.isEmpty)
        #expect(await MenuHome.opened() == "rooms")
    }

    @Test("rofi's script mode shows an app's actions on Alt+1, opens them, and goes back")
    func actions() async throws {
        try await MenuHome.make()
        let inbox = "org.example.family/org.example.inbox"
        let screen = try await rofi("10", info: inbox, text: "Inbox (4)")
        #expect(screen.rows.map(\.label) == ["Inbox (4)", "Newest message", "Write", "Back"])
        #expect(
            screen.rows.map { $0.properties["icon"] } == [
                "mail-unread", "mail-unread", "mail-message-new", "go-previous",
            ])
        #expect(screen.options["prompt"] == "Inbox")
        #expect(try await rofi("1", info: "back").rows.count == 3)
        #expect(try await rofi("10", info: "org.example.family/org.example.notes").rows.count == 3)
        #expect(try await rofi("1", info: "\(inbox)#write").rows.isEmpty)
        #expect(await MenuHome.opened() == "inbox inbox:write")
    }

    @Test(
        "rofi's script mode opens the best match for typed text, lists equally good ones, or reports that there is none"
    )
    func custom() async throws {
        try await MenuHome.make()
        let several = try await rofi("2", text: "e")
        #expect(several.rows.map(\.label) == ["Meeting Rooms (1)", "Notes", "Back"])
        #expect(several.options["prompt"] == "e" && several.options["no-custom"] == "true")
        let none = try await rofi("2", text: "<nobody>")
        #expect(none.rows.count == 3 && none.options["message"] == "No app matches “&lt;nobody&gt;”.")
        #expect(try await rofi("2", text: "--mtg").rows.count == 3 && !MenuHome.hasOpened)
        #expect(try await rofi("2", text: "mtg").rows.isEmpty)
        #expect(await MenuHome.opened() == "rooms")
    }

    @Test("rofi's script mode opens a typed URL that no app matches")
    func url() async throws {
        try await MenuHome.make()
        #expect(try await rofi("2", text: "inbox:a?b").rows.isEmpty)
        #expect(await MenuHome.opened() == "inbox inbox:a?b")
        let none = try await rofi("2", text: "nothing:x")
        #expect(none.rows.count == 3 && none.options["message"]?.contains("nothing:") == true)
    }

    @Test("From rofi's script mode, a typed URL of a terminal app gets a window that stays until its text is read")
    func urlOfTerminalApp() async throws {
        try await register("Tui", "--scheme", "tui")
        let proof = "\(TestGroup.current.folder)/terminal"
        try TestGroup.current.makeProgram("xterm", "printf '%s|' \"$@\" >\(proof).new; mv \(proof).new \(proof)")
        let result = try await launcher(
            "menu", "--rofi-script", "--", "tui:a b", setting: ["ROFI_RETV": "2", "TERMINAL": "xterm"])
        #expect(result.ending == .exit(0) && result.output == "" && result.errors == "", "\(result)")
        #expect(await comesTrue { FileManager.default.fileExists(atPath: proof) })
        let words = try String(contentsOfFile: proof, encoding: .utf8)
        let end = "|open|--hold|auto|--in-window|--group|org.example.family|org.example.tui|tui:a b|"
        #expect(words.hasSuffix(end), "\(words)")
    }

    @Test("rofi's script mode shows the reason for a failed opening above the rows, without markup")
    func failure() async throws {
        try await MenuHome.make()
        try await printed(
            "register", "org.example.odd", "--name", "<b>&", "--", try TestGroup.current.makeProgram("odd"))
        try ProgramFile.write("#!/no/such/interpreter <b>&\n", to: "\(TestGroup.current.folder)/bin/odd")
        let screen = try await rofi("1", info: "org.example.family/org.example.odd")
        #expect(screen.rows.count == 4)
        let message = try #require(screen.options["message"])
        #expect(message.contains("could not be started") && !message.contains("<") && !message.contains("& "))
        for info in [
            nil, "", "nonsense", "org.example.family/org.example.gone", "org.example.family/org.example.inbox#no",
        ] {
            #expect(try await rofi("1", info: info).rows.count == 4)
        }
        #expect(!MenuHome.hasOpened)
    }
}

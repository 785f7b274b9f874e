import Foundation
import TestSupport
import Testing

/// Text that is typed into a menu and is no line of it.
extension MenuCommandTests {
    @Test(
        "A menu opens the best match for typed text if no line was chosen",
        arguments: [
            ("rofi", "echo '-1 mtg'"), ("fuzzel", "echo mtg"), ("wofi", "echo mtg"), ("tofi", "echo mtg"),
            ("bemenu", "echo mtg"), ("dmenu", "echo mtg"), ("dmenu", "echo rooms"),
        ])
    func typed(program: String, answer: String) async throws {
        try await MenuHome.make()
        try MenuHome.standIn(program, answer)
        let result = try await menu("--with", program)
        #expect(result.ending == .exit(0) && result.errors == "", "\(result.errors)")
        #expect(await MenuHome.opened() == "rooms")
    }

    @Test(
        "A menu opens a typed URL that no app matches",
        arguments: [("rofi", "echo '-1 inbox:a?b'"), ("fuzzel", "echo inbox:a?b"), ("dmenu", "echo inbox:a?b")])
    func typedURL(program: String, answer: String) async throws {
        try await MenuHome.make()
        try MenuHome.standIn(program, answer)
        let result = try await menu("--with", program)
        #expect(result.ending == .exit(0) && result.errors == "", "\(result.errors)")
        #expect(await MenuHome.opened() == "inbox inbox:a?b")
    }

    @Test("A menu lists apps that match equally well, and reports if none matches")
    func typedVaguely() async throws {
        try await MenuHome.make()
        try MenuHome.standIn("dmenu", "if [ -e $0.1 ]; then echo Notes; else : >$0.1; echo e; fi")
        #expect(try await menu().errors == "")
        #expect(await MenuHome.opened() == "notes")
        #expect(try MenuHome.input() == "Meeting Rooms (1)\nNotes\n")
        try MenuHome.standIn("dmenu", "echo e")
        let vague = try await menu()
        #expect(vague.ending == .exit(65) && vague.errors.contains("“e”"), "\(vague.errors)")
        try MenuHome.standIn("dmenu", "echo nobody")
        let nobody = try await menu()
        #expect(nobody.ending == .exit(66) && nobody.errors.contains("“nobody”"), "\(nobody.errors)")
    }

    @Test("A menu that fails without a terminal shows why in a notification, free of markup and escapes")
    func notification() async throws {
        try await MenuHome.make()
        let told = "\(TestGroup.current.folder)/told"
        try TestGroup.current.makeProgram("notify-send", "printf '%s\\n' \"$@\" >\(told)")
        try MenuHome.standIn("dmenu", "printf '%s\\n' '<no\\74body>'")
        let result = try await menu(more: ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost"])
        #expect(result.ending == .exit(66) && result.errors.contains("74body>”"), "\(result.errors)")
        let words = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n")
        #expect(words.last?.hasPrefix("No app matches “&lt;no\\\\74body&gt;”.") == true, "\(words)")
        try MenuHome.standIn("dmenu", "exit 2")
        #expect(try await menu(more: ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost"]).ending == .exit(69))
        let failure = try String(contentsOfFile: told, encoding: .utf8)
        #expect(failure.contains("dmenu ended with status 2. If you do not see its message"), "\(failure)")
        try FileManager.default.removeItem(atPath: told)
        try MenuHome.standIn("dmenu", "exit 1")
        #expect(try await menu(more: ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost"]).ending == .exit(0))
        #expect(!FileManager.default.fileExists(atPath: told))
    }

    @Test("A menu that fails shows why in a notification if its terminal was only inherited from a console")
    func notificationWithInheritedTerminal() async throws {
        try await MenuHome.make()
        let told = "\(TestGroup.current.folder)/told"
        try TestGroup.current.makeProgram("notify-send", "printf '%s\\n' \"$@\" >\(told)")
        try MenuHome.standIn("dmenu", "echo nobody")
        let result = try await shell(
            "script -q -e -c 'setsid -w \"$launcher\" menu --with dmenu' /dev/null </dev/null",
            setting: ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost"])
        #expect(result.ending == .exit(66) && result.output.contains("“nobody”"), "\(result)")
        #expect(try String(contentsOfFile: told, encoding: .utf8).contains("“nobody”"))
    }
}

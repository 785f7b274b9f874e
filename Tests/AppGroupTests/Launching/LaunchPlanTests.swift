import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Plans as command lines")
struct LaunchPlanTests {
    private func plan(_ arguments: [String], folder: String? = nil) -> LaunchPlan {
        .process(
            .init(
                application: "x", executable: "/usr/bin/printf", arguments: ["%s\\0"] + arguments, interface: .terminal,
                workingDirectory: folder))
    }

    @Test(
        "A POSIX shell reads the words back unchanged",
        arguments: [
            [""], ["plain", "--a=b,c@d%e+f:/g_h.i-j"],
            ["a b", "'", "''x'", "\"", "\\", "$(id)", "`id`", "$HOME", ";", "&", "|"],
            ["a'\u{301};id;'\u{301}b", "'\u{20DD}", "a b/\u{301}"],
            ["~", "*", "?", "#x", "!x", "{a,b}", "[a]", "<", ">", "(", "é漢字🙂", "rooms:a b?c='d'&e=$f"],
        ])
    func pastesIntoShell(words: [String]) throws {
        let answer = try LaunchingSandbox.runTool("/bin/sh", ["-c", plan(words).description])
        #expect(answer.output == words.map { "\($0)\0" }.joined())
    }

    @Test(
        "Control, direction-changing and invisible characters are visible, and are read back unchanged",
        arguments: ["bash"])
    func controlCharacters(shell: String) throws {
        let words = ["a\u{1B}[31mb\n1\t\r", "\u{202E}\\'x", "\u{7F}0\u{85}é", "in\u{200B}box", "می\u{200C}خواهم"]
        let line = plan(words).description
        #expect(PlainText.firstHarmful(in: line) == nil)
        let answer = try LaunchingSandbox.runTool("/bin/\(shell)", ["-c", line])
        #expect(answer.output == words.map { "\($0)\0" }.joined())
    }

    @Test("A working directory is entered first")
    func workingDirectory() throws {
        let sandbox = try LaunchingSandbox()
        let folder = "\(sandbox.root)/a b"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let process = LaunchPlan.Process(
            application: "x", executable: "/bin/pwd", arguments: [], interface: .terminal, workingDirectory: folder)
        #expect(
            try LaunchingSandbox.runTool("/bin/sh", ["-c", LaunchPlan.process(process).description]).output
                == "\(folder)\n")
    }

    @Test("A plan for D-Bus activation shows the call of gdbus")
    func activation() throws {
        let open = try #require(BusActivation(desktopFileID: "org.example.My-Rooms.desktop", url: "rooms:it's"))
        #expect(
            LaunchPlan.dbus(open).description
                == "gdbus call --session --dest org.example.My-Rooms --object-path /org/example/My_Rooms "
                + #"--method org.freedesktop.Application.Open '@as ['\''rooms:it\'\''s'\'']' '@a{sv} {}'"#)
        let activate = try #require(BusActivation(desktopFileID: "org.example.Rooms.desktop", url: nil))
        #expect(LaunchPlan.dbus(activate).description.hasSuffix("Application.Activate '@a{sv} {}'"))
    }

    @Test(
        "An id that is not a bus name cannot be activated",
        arguments: [
            "rooms.desktop", "org.1x.desktop", "org..x.desktop", "org.ex mple.desktop", "org.é.desktop", ".desktop",
            "org.x",
        ])
    func noBusName(id: String) {
        #expect(BusActivation(desktopFileID: id, url: nil) == nil)
    }
}

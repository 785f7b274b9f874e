import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The command lines of the example tools")
struct CommandLineTests {
    @Test(
        "Every example tool has --version, and answers a mistyped command with the commands that there are",
        arguments: [
            ("fund", "serch", "fund: There is no command “serch”. Did you mean “search”? See fund --help.\n"),
            ("inbox", "maildr", "inbox: There is no command “maildr”. Did you mean “maildir”? See inbox --help.\n"),
            ("posters", "quee", "posters: There is no command “quee”. Did you mean “queue”? See posters --help.\n"),
            ("rooms", "bok", "rooms: There is no command “bok”. Did you mean “book”? See rooms --help.\n"),
            ("visa", "updat", "visa: “updat” is not the number of an application. The commands are: status, track, "),
        ])
    func commands(_ tool: String, _ word: String, _ sentence: String) throws {
        let home = try TemporaryFolder("command-line")
        defer { withExtendedLifetime(home) {} }
        let program = Program(executable: Program.built(tool), environment: ["HOME": home.path])
        let version = try program("--version")
        #expect(version.status == 0 && version.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(version)")
        let mistyped = try program(word)
        #expect(mistyped.status == 64 && mistyped.errors.hasPrefix(sentence), "\(mistyped)")
    }
}

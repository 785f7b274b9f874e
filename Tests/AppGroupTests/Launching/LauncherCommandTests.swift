import Testing

@testable import AppGroup

@Suite("Calls of launcher") struct LauncherCommandTests {
    /// What to open and where, and the exact words.
    struct Case: CustomTestStringConvertible, Sendable {
        let target: AppTarget
        let group: GroupID?
        var hold = HoldPolicy.auto
        var inNewWindow = false
        var notifies = true
        let words: [String]

        var testDescription: String { words.joined(separator: " ") }
    }

    static let cases = [
        Case(
            target: .app("org.example.tea"), group: "org.example.family",
            words: ["open", "--hold", "auto", "--group", "org.example.family", "org.example.tea"]),
        Case(
            target: .app("org.example.tea", url: "tea:a b?c=$(d)"), group: "org.example.family", inNewWindow: true,
            words: [
                "open", "--hold", "auto", "--in-window", "--group", "org.example.family", "org.example.tea",
                "tea:a b?c=$(d)",
            ]),
        Case(
            target: .action("brew", of: "org.example.tea"), group: "org.example.family",
            words: ["open", "--hold", "auto", "--group", "org.example.family", "org.example.tea#brew"]),
        Case(
            target: .action("brew", of: "org.example.tea"), group: nil, hold: .always, inNewWindow: true,
            words: ["open", "--hold", "always", "--in-window", "org.example.tea#brew"]),
        Case(
            target: .app("org.example.tea"), group: "org.example.family", notifies: false,
            words: ["open", "--hold", "auto", "--no-notice", "--group", "org.example.family", "org.example.tea"]),
        Case(
            target: .url("milk://1"), group: nil, hold: .never, inNewWindow: true,
            words: ["open", "--hold", "never", "--in-window", "milk://1"]),
        Case(
            target: .url("milk://1"), group: "org.example.family",
            words: ["open", "--hold", "auto", "--group", "org.example.family", "milk://1"]),
    ]

    @Test(
        "The words that open something name the group, the target, and what becomes of the window and of failures",
        arguments: cases)
    func opening(_ given: Case) {
        let words = LauncherCommand.opening(
            given.target, of: given.group, hold: given.hold, inNewWindow: given.inNewWindow,
            notifies: given.notifies)
        #expect(words == given.words)
    }
}

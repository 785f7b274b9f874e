import AppGroupCommands
import AppGroupPlatform
import AppGroupText

/// A notification that a command failed, for a user who started it by a key and does not see its standard error.
struct NotifySendNotice {
    private let title: String
    private let sentence: String

    init(_ title: String, _ sentence: String) { (self.title, self.sentence) = (title, sentence) }

    /// Shows it through `notify-send`: sd-bus cannot be linked into a static program. Without that program or a session bus,
    /// nothing happens, and neither if standard error is the user's terminal.
    func show(in environment: ProcessEnvironment) {
        guard !StandardStream.error.controlsThisProcess, environment.hasSessionBus,
            let tool = environment.executable(named: "notify-send")
        else { return }
        // Many desktops read the text as markup, and notify-send takes a backslash for the beginning of an escape sequence.
        let text = MarkupText(SafeText(sentence).description).description
            .split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        let arguments = ["--app-name=\(Program.name)", "--icon=dialog-error", "--", title, text]
        _ = try? Processes.run(
            Processes.Program(executable: tool, arguments: arguments, environment: environment), timeout: .seconds(10))
    }
}

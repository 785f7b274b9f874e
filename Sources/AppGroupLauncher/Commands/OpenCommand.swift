import AppGroup
import AppGroupTerminal
import ArgumentParser

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "open", "Open an app: by id, name, part of a name, scheme, or URL.",
        discussion: """
            A terminal app takes the launcher's place in this terminal, and its exit status is the app's. A graphical app \
            is started in a session of its own. A URL whose scheme nobody in the family holds goes to the desktop's \
            default handler. “inbox#newest” opens inbox for its action newest; “launcher info inbox” says which it has. An \
            app that is not installed, but offered by a store where you are logged in, is installed first if you say yes.
            """)

    @OptionGroup var group: GroupOptions

    @Argument(
        help: "An id, a name or a unique part of it, a scheme, any of these with #ACTION, or a URL.",
        completion: .openable)
    var what: String

    @Argument(help: "Opens that app with this URL, whoever holds its scheme.")
    var url: String?

    @Flag(help: "Print what would be started, as a shell would take it, and start nothing.")
    var dryRun = false

    func run() throws {
        let target = try target()
        if dryRun { return Session.current.print(try target.commandLine()) }
        switch try target.open(terminal: .replaceCaller) {
        case .detached, .activated: break
        case .ended(let status): ThisProcess.exit(status)
        }
    }
}

public import AppGroup
import AppGroupCommands
import AppGroupPlatform
public import ArgumentParser
import CAdwaita

struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-window",
        abstract: "Show the apps as a grid of icons in a window: icons, names and badges.",
        usage: "launcher window [<options>]",
        discussion: """
            Type to search, and open with Enter, with a click, or with Alt and a digit. A right click or the Menu key \
            shows what else can be done with an app. Esc clears the search, then closes the window. The window shows \
            every change at once.

            There is one window in a session: a second call brings it to the front and searches there. Bind a key of \
            your desktop to this command; with --resident, the window stays in memory and appears at once.
            """,
        version: Program.version)

    @OptionGroup var group: GroupOptions
    @Option(name: .shortAndLong, help: "The order of the apps (default: as in list).") var order: AppOrder?
    @Option(name: .shortAndLong, help: "The text to search for.") var search: String?
    @Flag(help: "Close the window when an app has been opened.") var once = false
    @Flag(help: "Only hide the window when it is closed, so that the next call shows it at once.") var resident = false
    /// The token with which the compositor lets the window of another process come to the front.
    @Option(help: .hidden) var activationToken: String?

    func run() throws {
        let environment = ProcessEnvironment.current
        var command = self
        // The window may belong to another process, with another environment.
        command.group.group = try group.named(environment).map { "\($0)" }
        command.activationToken =
            activationToken ?? environment["XDG_ACTIVATION_TOKEN"] ?? environment["DESKTOP_STARTUP_ID"]
        let words = command.words
        let status = MainActor.assumeIsolated { () -> Int32 in
            if environment.hasSessionBus, let status = RunningWindow.ask(words) { return status }
            guard gtk_init_check() != 0 else {
                Talk.say(
                    "The window needs a display, and there is none: neither WAYLAND_DISPLAY nor DISPLAY leads to one. "
                        + "What it would show: launcher home")
                return 69
            }
            return WindowApplication().run(words)
        }
        ThisProcess.exit(status)
    }

    /// The arguments that mean the same in another process.
    private var words: [String] {
        var words: [String] = []
        if let group = group.group { words.append("--group=\(group)") }
        if let order { words.append("--order=\(order.rawValue)") }
        if let search { words.append("--search=\(search)") }
        if once { words.append("--once") }
        if resident { words.append("--resident") }
        if let activationToken { words.append("--activation-token=\(activationToken)") }
        return words
    }
}

extension AppOrder: ExpressibleByArgument {}

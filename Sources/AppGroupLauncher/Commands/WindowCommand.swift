import AppGroup
import AppGroupCommands
import ArgumentParser

/// Runs `launcher-window`, which takes only what this command passes on: with its own argument parser, it would be a
/// quarter larger and start later.
struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "window", "Show the apps in a window, as a grid of icons with names and badges.",
        discussion: """
            Type to search, and open with Enter, with a click, or with Alt and a digit. A right click or the Menu key \
            shows what else can be done with an app. Esc clears the search, then closes the window. The window shows \
            every change at once.

            There is one window in a session, and another one for each folder of groups that APP_GROUP_HOME names: a \
            second call brings it to the front and searches there. Bind a key of \
            your desktop to this command; with --resident, the window stays in memory and appears at once.
            """)

    @OptionGroup var group: GroupOptions
    @Option(name: .shortAndLong, help: "The order of the apps (default: as in list).") var order: AppOrder?
    @Option(name: .shortAndLong, help: "The text to search for.") var search: String?
    @Flag(help: "Close the window when an app has been opened.") var once = false
    @Flag(help: "Only hide the window when it is closed, so that the next call shows it at once.") var resident = false

    func run() throws {
        try group.checkExists()
        var words: [String] = []
        if let group = try group.named() { words.append("--group=\(group)") }
        if let order { words.append("--order=\(order.rawValue)") }
        if let search { words.append("--search=\(search)") }
        if once { words.append("--once") }
        if resident { words.append("--resident") }
        ExternalCommand.runDesktopProgram("window", words)
    }
}

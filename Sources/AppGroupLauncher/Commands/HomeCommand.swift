import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import AppGroupWidget
import ArgumentParser

struct HomeCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "home", "Show the home screen in the terminal: icons, names and badges.",
        discussion: """
            Type to search, choose with the arrow keys or the mouse, and open with Enter. Tab shows the actions of an \
            app, and ? shows all keys. Esc clears the search, then leaves. Badges are updated while the screen is \
            open. A graphical app opens beside the home screen. A terminal app takes the terminal, and the home \
            screen comes back when it ends. To leave the home screen instead: launcher settings set home-return no
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "The order of the apps (default: as in list).")
    var order: AppOrder?

    @Option(help: ArgumentHelp("Begin with this search text.", valueName: "text"))
    var search: String?

    func run() throws {
        try group.checkExists()
        let environment = ProcessEnvironment.current
        guard StandardStream.input.isTerminal, let terminal = HomeTerminal() else {
            throw Misuse("The home screen needs a terminal, and there is none. Try instead: launcher list")
        }
        guard let term = environment["TERM"], term != "dumb" else {
            throw Misuse(
                "The home screen needs a terminal that can move its cursor, and TERM says that this one cannot. "
                    + "Try instead: launcher list")
        }
        let (screen, typed) = WidgetScreen.askedByReader()
        // Before any other thread starts: each would handle the signals in its own way.
        let events: TerminalEvents
        do throws(SystemError) {
            events = try TerminalEvents(taking: ThisProcess.TerminalSignal.all)
        } catch {
            throw AppGroupError(.inputOutput, "The keyboard cannot be read: \(error.message).")
        }
        let watch = try GroupWatch(group.named())
        // The only group must be readable. The screen says which of several are not.
        _ = try GroupSet(watch.registries).read(onFailure: { _, _ in }) { (registry) throws(AppGroupError) in
            try registry.apps(order: .name)
        }
        var session = HomeSession(
            watch, group: group, order: order, terminal: terminal, screen: screen,
            typed: firstKeys + typed, events: events)
        try session.run()
    }

    /// The keys for the search text. At its beginning, “?” and “/” would mean something else.
    private var firstKeys: [UInt8] {
        Array(SafeText(String((search ?? "").drop { $0.isWhitespace || "?/".contains($0) })).description.utf8)
    }
}

import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupWidget
import ArgumentParser

struct HomeCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "home", "Show the home screen in the terminal: icons, names and badges.",
        discussion: """
            Type to search, choose with the arrow keys, and open with Enter. Esc clears the search, then leaves. \
            Badges are updated while the screen is open. A terminal app replaces the home screen; a graphical app \
            opens beside it.
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "The order of the apps (default: as in list).")
    var order: AppOrder?

    func run() throws {
        let environment = ProcessEnvironment.current
        guard StandardStream.input.isTerminal, let terminal = HomeTerminal() else {
            throw Misuse("The home screen needs a terminal, and there is none. Try instead: launcher list")
        }
        guard let term = environment["TERM"], term != "dumb" else {
            throw Misuse(
                "The home screen needs a terminal that can move its cursor, and TERM says that this one cannot. "
                    + "Try instead: launcher list")
        }
        // Before any other thread starts: each would handle the signals in its own way.
        let events: TerminalEvents
        do throws(SystemError) {
            events = try TerminalEvents(taking: ThisProcess.TerminalSignal.all)
        } catch {
            throw AppGroupError(.inputOutput, "The keyboard cannot be read: \(error.message).")
        }
        let watch = try GroupWatch(group.named())
        _ = try group.reading(watch.registries) { try $0.apps(order: .name) }
        var session = HomeSession(watch, order: order, terminal: terminal, screen: .current, events: events)
        try session.run()
    }
}

import AppGroup
import AppGroupTerminal
import AppGroupWidget
import ArgumentParser

struct HomeCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "home", "The home screen in the terminal: icons, names and badges; type to find, Enter to open.",
        discussion: """
            Arrows choose, Enter opens, Esc clears what was typed and then leaves. Badges change as you look. A terminal app \
            takes the place of the home screen; a graphical one opens beside it.
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "name, recent, frequent, frecency, smart or badge; else what list goes by.")
    var order: AppOrder?

    func run() throws {
        let environment = ProcessEnvironment.current
        guard StandardStream.input.isTerminal, let terminal = HomeTerminal() else {
            throw Misuse("The home screen needs a terminal, and this is none. What it would show: launcher list")
        }
        guard let term = environment["TERM"], term != "dumb" else {
            throw Misuse(
                "The home screen needs a terminal that can move its cursor, and TERM says that this one cannot. "
                    + "What it would show: launcher list")
        }
        // Before anything else has a thread, which would get the signals in its own way.
        let events: TerminalEvents
        do throws(SystemError) {
            events = try TerminalEvents(taking: ThisProcess.TerminalSignal.all)
        } catch {
            throw AppGroupError(.inputOutput, "The keyboard cannot be waited for: \(error.message).")
        }
        let watch = try FamilyWatch(group.named())
        _ = try group.reading(watch.families) { try $0.apps(order: .name) }
        var session = HomeSession(watch, order: order, terminal: terminal, screen: .current, events: events)
        try session.run()
    }
}

import AppGroupCommands
import ArgumentParser

struct BridgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-badge-bridge",
        abstract: "Keep the badges on docks up to date until stopped.",
        discussion: """
            This program sends the badges of all apps over the session bus to Dash to Dock, Dash to Panel, Plasma's \
            task manager and others, and runs “launcher integrate --update” when an app is added, changed or removed. \
            It keeps running because a dock forgets the badges of a program that ends. “launcher integrate” has the \
            user's systemd run it.

            If there is no session bus, it waits for one, and reconnects if the bus goes away and comes back. Without a \
            bus for the time of --patience, the session is over, and the program ends.
            """,
        version: Program.version)

    @Option(help: ArgumentHelp("End after this many seconds without a session bus, 1 to 86400.", valueName: "seconds"))
    var patience = 600

    func validate() throws {
        guard 1...86_400 ~= patience else {
            throw ValidationError("--patience is \(patience); it must be between 1 and 86400 seconds.")
        }
    }

    func run() throws {
        var bridge = try Bridge(environment: .current, patience: .seconds(patience))
        try bridge.run()
    }
}

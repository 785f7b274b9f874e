import AppGroup
import AppGroupCommands
import ArgumentParser

struct BridgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-badge-bridge",
        abstract: "Keep the badges on docks up to date until stopped.",
        discussion: """
            Sends the badges of all apps over the session bus to Dash to Dock, Dash to Panel, Plasma's task manager \
            and others, and runs “launcher integrate --update” when an app is added, changed or removed. This program \
            keeps running because a dock forgets the badges of a program that ends. “launcher integrate” has the \
            user's systemd run it.

            If there is no session bus, it waits for one, and reconnects if the bus goes away.
            """,
        version: Program.version)

    func run() throws {
        var bridge = try Bridge(environment: .current)
        try bridge.run()
    }
}

import AppGroup
import AppGroupTerminal
import ArgumentParser

struct BridgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-badge-bridge",
        abstract: "Keep the badges on docks true, until ended.",
        discussion: """
            Tells Dash to Dock, Dash to Panel, Plasma's task manager and others over the session bus how many things need \
            the user in each app, and runs “launcher integrate --update” when an app came, changed or went. A dock forgets \
            the badges of a program that ends: so this one stays. “launcher integrate” has the user's systemd run it.

            It waits for the session bus where there is none, and comes back to it.
            """,
        version: Program.version)

    func run() throws {
        var bridge = try Bridge(environment: .current)
        try bridge.run()
    }
}

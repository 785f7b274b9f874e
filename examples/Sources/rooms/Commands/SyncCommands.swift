import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import ToolProgram

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send what is queued, and learn what rooms have answered.",
        discussion: "A second rooms sync waits for the first and takes its result."
    )

    @Flag(help: "Print only what changed.")
    var quiet = false

    func run() async throws {
        let state = try await Self.sync()
        if !quiet {
            let (count, attention) = (state.bookings.count, state.attention(at: Timestamp.now.seconds))
            console.say("\(Quantity(count, "booking")). Those that need you: \(attention).")
        }
    }

    /// Compares the bookings with the server's, and prints what changed.
    static func sync(
        password: @escaping (Account) throws -> String = { try $0.password() }
    ) async throws -> RoomsState {
        let synchronizer = Synchronizer(
            ledger: try Ledger(), connect: { try ServerConnection($0).server(password: password) },
            report: { StandardOutput.print($0) })
        return try await synchronizer.run()
    }
}

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Sync at regular intervals, and print what changed."
    )

    @Option(help: "How often: a number and s, m, h or d, such as 5m.")
    var every: Interval

    func run() async throws {
        let password = TypedPassword()
        var failures = LastingFailures(console)
        while true {
            let start = Timestamp.now
            do {
                _ = try await SyncCommand.sync(password: password.value(for:))
                failures.say([])
            } catch {
                try failures.say(error)
            }
            every.wait(from: start)
        }
    }
}

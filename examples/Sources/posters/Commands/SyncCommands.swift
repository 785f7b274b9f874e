import AppGroup
import AppGroupCommands
import ArgumentParser
import ToolProgram

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send drafts, and get what has changed.",
        discussion: """
            Photos go first, then the reports that name them. An interrupted sync resumes where it stopped, and sends \
            nothing twice. A second posters sync waits for the first.

            The exit status is 65 if the server refused a draft, 69 if it cannot be reached, and 77 if it no longer knows your login.
            """
    )

    @Flag(help: "Print only what happened.")
    var quiet = false

    func run() throws {
        let store = try Store()
        let outcome = try Synchronizer(store: store, report: { StandardOutput.print($0) }).run()
        if !quiet {
            let (drafts, counts) = (try store.draftCount(), try store.counts())
            let waiting = drafts > 0 ? " \(drafts) not sent." : ""
            console.say("\(outcome.sent.count) sent, \(outcome.changes) changed, \(counts.unseen) not seen.\(waiting)")
        }
        if !outcome.refused.isEmpty { throw ExitCode(65) }
    }
}

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Sync at regular intervals, print what happened, and notify the desktop."
    )

    @Option(help: "How often: a number and s, m, h or d, such as 5m.")
    var every: Interval

    func run() throws {
        let store = try Store()
        var failures = LastingFailures(console)
        while true {
            let start = Timestamp.now
            do {
                try Synchronizer(store: store, report: { StandardOutput.print("\(start)  \($0)") }).run()
                failures.say([])
            } catch {
                try failures.say(error)
            }
            every.wait(from: start)
        }
    }
}

import AppGroup
import AppGroupTerminal
import ArgumentParser

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Updates now and then, and prints what has changed."
    )

    @Option(help: "How often: a number and s, m, h or d, such as 6h.")
    var every: Interval

    @OptionGroup
    var options: UpdateOptions

    func run() throws {
        var lastSentences: [String] = []
        while true {
            let start = Session.current.now
            let list = try options.update(isQuiet: true)
            let changed = list.applications.filter { $0.hasChanged(in: list) }
            var output = Output()
            for application in changed {
                for decision in application.decisions {
                    try output.print("\(SafeText("\(start)  \(application.name)  \(decision.phrase)"))\n")
                }
            }
            try output.flush()
            // A failure that lasts is said once.
            let sentences = list.applications.compactMap(\.lastCheck?.reason)
            if sentences != lastSentences { list.sayFailures() }
            lastSentences = sentences
            wait(from: start)
        }
    }

    /// By the clock on the wall, which goes on while a computer sleeps.
    private func wait(from start: Timestamp) {
        while true {
            let passed = Double(Session.current.now.milliseconds - start.milliseconds) / 1000
            // A clock that was set back begins to count anew.
            guard passed >= 0, passed < every.seconds else { return }
            Pause.seconds(min(60, every.seconds - passed))
        }
    }
}

import AppGroup
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Fetch the feeds and the mail and scan the folders at regular intervals, and print what is new.",
        discussion: """
            If you are logged in, it also syncs each time. A failure is reported once, and everything else continues. \
            After a failure, a mail account is skipped for 5 minutes, then for longer each time, up to an hour. If its \
            server refuses the password, it is skipped for an hour right away. Changing the account with fund mail \
            account set ends the wait.
            """
    )

    @Option(help: "How often: a number and s, m, h or d, such as 1h.")
    var every: Interval

    @OptionGroup
    var options: UpdateOptions

    func run() throws {
        let store = try Store()
        var watch = Watch(store: store, options: options)
        var failures = LastingFailures(console)
        while true {
            let start = Timestamp.now
            watch.round(at: start)
            var output = Output()
            for line in watch.lines { try output.print("\(start)  \(line)\n") }
            try output.flush()
            failures.say(watch.failures)
            every.wait(from: start)
        }
    }
}

/// Everything that `watch` does again and again. If one part fails, the others go on.
private struct Watch {
    let store: Store
    let options: UpdateOptions
    private var mail: MailRound
    private var rests = MailRests()

    /// What was new in the last round, as harmless text, and what failed.
    private(set) var lines: [String] = []
    private(set) var failures: [String] = []

    init(store: Store, options: UpdateOptions) {
        (self.store, self.options) = (store, options)
        mail = MailRound(store: store, timeout: options.timeout)
    }

    mutating func round(at start: Timestamp) {
        (lines, failures) = ([], [])
        attempt { try $0.updateNews() }
        attempt { try $0.fetchMail(at: start) }
        attempt { try $0.scan() }
        attempt { try $0.sync() }
    }

    private mutating func attempt(_ part: (inout Watch) throws -> Void) {
        do { try part(&self) } catch { failures.append("\(error)") }
    }

    private mutating func updateNews() throws {
        guard try store.hasFeeds() else { return }
        let (summary, items) = try options.update(store, isUrgent: false)
        lines += items.map { "\(SafeText("\($0.source)  \($0.id)  \($0.title)"))" }
        failures += summary.failures.map { "\($0.feed): \($0.error)" }
    }

    private mutating func fetchMail(at start: Timestamp) throws {
        let accounts = try store.mailAccounts()
        let awake = rests.awake(accounts, at: start)
        var result = MailRound.Result()
        if !awake.isEmpty { attempt { try $0.mail.fetch(awake, into: &result) } }
        lines += result.mails.map { "\(SafeText("\($0.sender)  \($0.id)  \($0.subject)"))" }
        rests.note(result.failures, of: awake, among: accounts, from: start)
        failures += result.summary.problems + rests.failures
    }

    private mutating func scan() throws {
        for fund in try store.funds() {
            attempt { watch in
                let result = try Scanner(store: watch.store).scan(fund) { watch.failures.append($0) }
                watch.lines += result.added.map { "\(SafeText("\(fund.name)/\($0)"))" }
            }
        }
    }

    /// Syncs, if the user is logged in.
    private mutating func sync() throws {
        guard try LoginSession.current(in: store) != nil else { return }
        let outcome = SyncOutcome()
        var scanFailures: [String] = []
        attempt { watch in
            let synchronizer = Synchronizer(store: watch.store, scanFailure: { scanFailures.append($0) })
            try synchronizer.run(outcome)
        }
        // The scan of this round may have said the same.
        failures += scanFailures.filter { !failures.contains($0) }
        lines += SyncReport.lines(outcome)
        for notice in outcome.notices { console.say(notice) }
        failures += outcome.failures.map(\.description).filter { !failures.contains($0) }
        if !outcome.isEmpty { try Membership.announce(store) }
    }
}

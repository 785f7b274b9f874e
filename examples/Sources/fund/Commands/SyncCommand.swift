import AppGroup
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send what changed here, and get what changed on your other devices.",
        discussion: """
            Funds, notes, feeds and read marks follow. Files are only listed: to send those that are here and to get those \
            that are not, name them with --files. If two devices changed one note, both texts stay.

            Each printed line says what happened (received, sent, renamed, removed, fetched, uploaded, conflict), and \
            gives the kind of thing and its name. A second fund sync waits for the first.

            If the folder of a fund has lost most of its files, its disk may not be mounted, so they are not deleted on \
            your other devices. If you did delete or move them, confirm it: fund scan FUND

            The exit status is 65, 66, 74 or 75 if something could not be synced but the rest was, 69 if the server cannot be \
            reached, 76 if it is not a fund-server, and 77 if it no longer knows your login.
            """
    )

    @Option(
        parsing: .upToNextOption,
        help: "Send or get the bytes of these files: FUND/FILE, all files of a FUND, or all.")
    var files: [String] = []

    @Flag(help: "Print only what needs your attention.")
    var quiet = false

    func run() throws {
        let store = try Store()
        let choice: FileChoice? = files.isEmpty ? nil : files.contains("all") ? .all : .some(files)
        try SyncReport(quiet: quiet).run(store, files: choice)
    }
}

/// Syncs for a command, and says what happened.
struct SyncReport {
    let quiet: Bool

    /// - Throws: What ended the sync, or `ExitCode` if only some things failed.
    func run(_ store: Store, files: FileChoice?) throws {
        let outcome = SyncOutcome()
        let result = Result { try Synchronizer(store: store).run(files: files, outcome) }
        // Work done before a failure counts, too.
        var output = Output()
        if !quiet { for line in Self.lines(outcome) { try output.print("\(line)\n") } }
        try output.flush()
        for notice in outcome.notices { console.say(notice) }
        for failure in outcome.failures { console.say(failure) }
        try Membership.announce(store)
        try result.get()
        if !quiet { console.say(Self.sentence(outcome)) }
        if let failure = outcome.failures.first { throw ExitCode(failure.exitStatus.rawValue) }
    }

    /// What happened, as lines of fields.
    static func lines(_ outcome: SyncOutcome) -> [String] {
        outcome.events.map { "\($0.event.rawValue)\t\($0.kind)\t\(SafeText.tsv($0.name))" }
    }

    /// What happened, in one sentence.
    static func sentence(_ outcome: SyncOutcome) -> String {
        let events: [(SyncOutcome.Event, String)] = [
            (.received, "received"), (.sent, "sent"), (.renamed, "renamed"), (.removed, "removed"),
            (.fetched, "fetched"), (.uploaded, "uploaded"),
        ]
        var parts = events.compactMap { event, word in
            outcome.count(event) > 0 ? "\(outcome.count(event)) \(word)" : nil
        }
        if outcome.reads + outcome.sentReads > 0 {
            parts.append("\(Quantity(outcome.reads + outcome.sentReads, "read mark"))")
        }
        if outcome.count(.conflict) > 0 { parts.append("\(Quantity(outcome.count(.conflict), "conflict"))") }
        if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) not synced") }
        return parts.isEmpty ? "Nothing new." : parts.joined(separator: ", ") + "."
    }
}

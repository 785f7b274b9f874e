import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

/// How to update: the options that `news update` and `watch` share.
struct UpdateOptions: ParsableArguments {
    @Option(help: "Fetch this many feeds at the same time.")
    var jobs = 4

    @Option(help: "Give up on a server that sends nothing for this many seconds.")
    var timeout = 30

    fileprivate static let limits = (jobs: 1...64, timeout: 1...3600)

    func validate() throws {
        guard Self.limits.jobs.contains(jobs) else { throw ValidationError("--jobs takes 1 to 64.") }
        guard Self.limits.timeout.contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
    }

    /// Updates, and tells the group and the desktop what is new.
    func update(_ store: Store, isUrgent: Bool) throws -> (summary: UpdateSummary, items: [NewsItem]) {
        let updater = Updater(store: store, fetcher: Fetcher(timeout: timeout), jobs: jobs, isUrgent: isUrgent)
        let summary = try updater.run()
        let items = try summary.items.compactMap { try store.item($0) }.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        try store.tellUntold { try Membership.announce(store) }
        if let newest = items.first {
            let more = items.count > 1 ? ", and \(items.count - 1) more" : ""
            Notifier(program: "Fund").show(newest.source, "\(newest.title)\(more)")
        }
        return (summary, items)
    }
}

struct NewsUpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Fetch the feeds that are due, and list what is new.",
        discussion: """
            A feed is due an hour after it was fetched, or later if it or its server wants that.

            The exit status is 0 if every feed could be fetched and read, 69 if a server cannot be reached, and 65, 66, 76 \
            or 77 if only other things are wrong.
            """
    )

    @Flag(help: "Fetch all feeds, except from servers that asked clients to wait.")
    var now = false

    @Flag(help: "List nothing.")
    var quiet = false

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    @OptionGroup
    var options: UpdateOptions

    func run() throws {
        let store = try Store()
        guard try store.hasFeeds() else {
            throw ToolError.notFound("There is no feed yet. To follow one: fund feed add URL")
        }
        let (summary, items) = try options.update(store, isUrgent: now)
        if !quiet {
            try Output.write(NewsListing(items: items, clock: .current), as: format)
            console.say(summary.sentence)
        }
        for failure in summary.failures { console.say("\(failure.feed): \(failure.error)") }
        if summary.status != .success { throw ExitCode(summary.status.rawValue) }
    }
}

extension NewsUpdateCommand {
    /// The command for simple arguments of the program, read without ArgumentParser; nil if the parser is needed.
    static func plainly(_ arguments: [String]) -> (any ParsableCommand)? {
        guard arguments.starts(with: ["news", "update"]),
            let arguments = PlainArguments(
                arguments.dropFirst(2), options: ["--jobs", "--timeout", "--format"], flags: ["--now", "--quiet"]),
            arguments.words.isEmpty,
            let jobs = arguments.value(of: "--jobs", default: 4, in: UpdateOptions.limits.jobs),
            let timeout = arguments.value(of: "--timeout", default: 30, in: UpdateOptions.limits.timeout),
            let format = arguments.value(of: "--format", default: .table, OutputFormat.init)
        else { return nil }
        var command = NewsUpdateCommand()
        (command.now, command.quiet, command.format) = (arguments.has("--now"), arguments.has("--quiet"), format)
        command.options = UpdateOptions()
        (command.options.jobs, command.options.timeout) = (jobs, timeout)
        return command
    }
}

extension UpdateSummary {
    /// What the update has brought, in one sentence.
    fileprivate var sentence: String {
        var parts = [
            items.isEmpty ? "nothing new" : "\(Quantity(items.count, "new item")) in \(Quantity(feedsWithNews, "feed"))"
        ]
        if !failures.isEmpty { parts.append("\(Quantity(failures.count, "feed")) failed") }
        if resting > 0 { parts.append("\(Quantity(resting, "feed")) at servers that asked clients to wait") }
        if notDue > 0 { parts.append("\(Quantity(notDue, "feed")) not due yet (to fetch them: --now)") }
        return parts.joined(separator: ", ") + "."
    }
}

import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Downloading
import ToolProgram
import ToolSupport

struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Look for every tracked number.",
        discussion: """
            If a PDF can't be fetched or read, visa keeps what it knows.

            The exit status is 0 if every number was found, 66 if one is not listed, 69 if a server could not be \
            reached, and 65 if a file, or the row of a number, could not be read.
            """
    )

    @Flag(help: "Print only what has changed, and no progress.")
    var quiet = false

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    @OptionGroup
    var options: UpdateOptions

    func run() throws {
        let list = try options.update(isQuiet: quiet)
        let shown = quiet ? list.applications.filter(list.hasChanged) : list.applications
        try Output.write(StatusListing(shown, isNew: list.hasChanged), as: format)
        list.sayFailures()
        if list.status != .success { throw ExitCode(list.status.rawValue) }
    }
}

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Update at regular intervals, and print what has changed.",
        discussion: """
            It continues after a failure and reports it once, but ends if the first update can't be made at all, for \
            example because nothing is tracked.
            """
    )

    @Option(help: "How often: a number and m, h or d, such as 6h; at least 1m.")
    var every: Interval

    @OptionGroup
    var options: UpdateOptions

    /// The shortest interval, in seconds. A variable can make it shorter, for tests with a server of their own.
    private static var shortest: Double {
        ProcessEnvironment.current["VISA_SHORTEST_INTERVAL"].flatMap { Interval(argument: $0) }?.seconds ?? 60
    }

    func validate() throws {
        guard every.seconds >= Self.shortest else {
            throw ValidationError("--every takes 1m or more: an office replaces its table every few days.")
        }
    }

    func run() throws {
        var failures = LastingFailures(console)
        // The list of the last update that was completed, and whether one failed since.
        var known: TrackingList?
        var hasFailed = false
        while true {
            let start = Timestamp.now
            switch Result(catching: { try options.update(isQuiet: true) }) {
            case .success(let list):
                // The failed one may have recorded something.
                try printNews(of: list, since: hasFailed ? known : nil, at: start)
                (known, hasFailed) = (list, false)
                failures.say(list.failures)
            case .failure(let error):
                // After a first update, the failure may be gone the next time, such as a full disk.
                guard known != nil, let error = error as? ToolError else { throw error }
                hasFailed = true
                failures.say([error.description])
            }
            every.wait(from: start)
        }
    }

    private func printNews(of list: TrackingList, since known: TrackingList?, at start: Timestamp) throws {
        var output = Output()
        for application in list.applications where list.hasChanged(application) || isNews(application, since: known) {
            for decision in application.decisions {
                try output.print("\(SafeText("\(start)  \(application.name)  \(decision.phrase)"))\n")
            }
        }
        try output.flush()
    }

    /// Whether the decisions differ from those in an earlier list.
    private func isNews(_ application: Application, since known: TrackingList?) -> Bool {
        guard let known else { return false }
        let decisions = known.applications.first { $0.number == application.number }?.decisions ?? []
        return application.decisions != decisions
    }
}

/// How to update: the options that `update` and `watch` share.
struct UpdateOptions: ParsableArguments {
    @Option(help: "Give up on a server that sends nothing for this many seconds.")
    var timeout = 60

    func validate() throws {
        guard (1...3600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
    }

    /// Updates, and tells the group and the desktop what has changed.
    func update(isQuiet: Bool) throws -> TrackingList {
        let file = try TrackingFile()
        let client = WebClient(userAgent: "visa/0.1", patience: Patience(silence: timeout))
        let updater = Updater(file: file, client: client, progress: Progress(isQuiet: isQuiet))
        let notifier = Notifier(program: "Visa")
        return try updater.run { list in
            Membership.announce(list)
            for application in list.applications where application.untold != nil {
                notifier.show(application.name, application.decisions.last?.phrase ?? "")
                try file.noteTold(application)
            }
        }
    }
}

extension TrackingList {
    /// The exit status of an update: a failed fetch counts more than an unreadable file, and that more than a number that
    /// is not listed.
    fileprivate var status: AppExitStatus {
        let statuses = Set(applications.compactMap(\.lastCheck?.status))
        return [.unavailable, .dataError, .noInput].first(where: statuses.contains) ?? .success
    }
}

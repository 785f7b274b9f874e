import AppGroupTerminal
import ArgumentParser

struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Looks for every number that is tracked.",
        discussion: """
            Where a PDF can't be fetched or read, what is known stays. Ends with 0 where every number was found, 66 \
            where one is not listed, 69 where a server could not be reached, 65 where something else than a readable \
            PDF came.
            """
    )

    @Flag(help: "Print only what has changed, and no progress.")
    var quiet = false

    @Option(help: "table, json or tsv.")
    var format = OutputFormat.table

    @OptionGroup
    var options: UpdateOptions

    func run() throws {
        let list = try options.update(isQuiet: quiet)
        let shown = quiet ? list.applications.filter { $0.hasChanged(in: list) } : list.applications
        var output = Output()
        try output.print(StatusListing(shown) { $0.hasChanged(in: list) }, as: format)
        try output.flush()
        list.sayFailures()
        if list.status != 0 { throw ExitCode(list.status) }
    }
}

extension TrackingList {
    /// Says why something could not be looked for; what several share, once.
    func sayFailures() {
        var said: Set<String> = []
        for reason in applications.compactMap(\.lastCheck?.reason) where said.insert(reason).inserted {
            Output.say(reason)
        }
    }

    /// The exit status of an update: what could not be fetched counts most, then what could not be read.
    var status: Int32 {
        let statuses = Set(applications.compactMap(\.lastCheck?.status))
        return [69, 65, 66].first(where: statuses.contains) ?? 0
    }
}

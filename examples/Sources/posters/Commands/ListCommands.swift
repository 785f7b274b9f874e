import AppGroupCommands
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

/// How many are listed, and how.
struct ListOptions: ParsableArguments {
    @Option(help: "Show at most this many.")
    var limit = 50

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    static let limits = 1...1_000_000

    func validate() throws {
        guard Self.limits.contains(limit) else { throw ValidationError("--limit takes 1 to 1,000,000.") }
    }

    /// Prints reports, and drafts before them. Looking at a table clears the dots of what it shows. A supervisor can decide about
    /// what is printed, in any format.
    ///
    /// - Parameters:
    ///   - found: One more than the limit tells that there is more.
    ///   - isCut: Whether the server has more than it lists at once.
    func show(
        _ found: [ReportSummary], drafts: [Draft] = [], meters: [Double]? = nil, isCut: Bool = false, _ store: Store
    ) throws {
        let shown = Array(found.prefix(limit))
        // Only drafts need the lists, and only the table marks blocked numbers.
        let lists = try drafts.isEmpty ? ServerLists() : store.lists()
        let blocked = try format == .table ? store.blocked() : []
        // Before the output, because a script that reads it may decide at once.
        console.attempt {
            try store.noteVersions(shown.filter { $0.seenVersion != $0.version }.map { ($0.number, $0.version) })
        }
        try Output.write(
            ReportListing(shown, drafts: drafts, blocked: blocked, lists: lists, meters: meters), as: format)
        if found.count > limit {
            sayMore()
        } else if isCut {
            console.say("There are more reports, but the server lists only this many at once; use a smaller --radius.")
        }
        guard format == .table, shown.contains(where: \.isUnseen) else { return }
        // The person has seen the table, even if that can't be recorded.
        console.attempt {
            try store.noteSeen(shown.filter(\.isUnseen).map(\.number))
            try Membership.announce(store)
        }
    }

    /// Says that there is more than the limit.
    func sayMore() { console.say("There are more: --limit \(limit * 10)") }
}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List drafts and reports, the newest first, without the network.",
        discussion: """
            A dot marks what has changed since you last looked. Looking at the table clears the dots; printing JSON or TSV does \
            not.

            The fields of tsv are number; status; time; district; phone numbers; company; place; remark.
            """
    )

    /// What a list can be narrowed down to.
    enum Status: String, CaseIterable, ExpressibleByArgument {
        case new, confirmed, rejected, removed, draft
    }

    @Flag(help: "List only your own.")
    var mine = false

    @Option(help: "List only reports with this status; draft lists what was not sent.")
    var status: Status?

    @OptionGroup
    var options: ListOptions

    func run() throws {
        Membership.posters.noteOpening()
        let store = try Store()
        _ = try store.neededAccount()
        let drafts = try status == nil || status == .draft ? store.drafts() : []
        let filter = Store.Filter(isMine: mine, status: status.flatMap { ReportStatus(rawValue: $0.rawValue) })
        let reports = try status == .draft ? [] : store.reports(filter, limit: options.limit + 1)
        try options.show(reports, drafts: drafts, store)
        try console.sayAge(of: store)
        if drafts.isEmpty, reports.isEmpty {
            throw ToolError.notFound("There is nothing to list. To file a report: posters new")
        }
    }
}

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about a report or a draft, without the network.",
        discussion: "Looking at the table clears the report's dot; printing JSON or TSV does not."
    )

    @Argument(help: "The number of the report or of the draft.")
    var id: String

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        Membership.posters.noteOpening()
        let store = try Store()
        _ = try store.neededAccount()
        switch try ReportName(parsing: id) {
        case .draft(let id):
            let draft = try store.draft(id)
            try Output.write(DraftPage(draft, store.lists()), as: format)
        case .report(let number):
            let report = try store.neededReport(number)
            console.attempt { try store.noteVersions([(number, report.version)]) }
            try Output.write(ReportPage(report, blocked: store.blocked()), as: format)
            if format == .table {
                try store.noteSeen([number])
                try Membership.announce(store)
            }
            try console.sayAge(of: store)
        }
    }
}

struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find a part of a phone number, of a report's number or of a text, without the network.",
        discussion: """
            A text of digits and punctuation is searched for in phone numbers and report numbers. It needs at least \
            two digits, and zeros at the beginning count. If nothing contains the digits, they are searched for without \
            a leading 00, and then, if they are a whole phone number, in the form with the country code. Any other text \
            is searched for in companies, comments, districts and reasons; case does not count. No character has a \
            special meaning.
            """
    )

    @Argument(help: "The text. Several words are one text.")
    var text: [String]

    @OptionGroup
    var options: ListOptions

    func run() throws {
        let text = text.joined(separator: " ")
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ToolError.usage("Give a text to search for: posters search TEXT")
        }
        let store = try Store()
        let found = try store.search(text, limit: options.limit + 1)
        try options.show(found, store)
        try console.sayAge(of: store)
        if found.isEmpty { throw ToolError.notFound("Nothing found: no report contains “\(text)”.") }
    }
}

extension SearchCommand {
    /// The command for simple arguments of the program, read without ArgumentParser; nil if the parser is needed.
    static func plainly(_ arguments: [String]) -> (any ParsableCommand)? {
        guard arguments.first == configuration.commandName,
            let arguments = PlainArguments(arguments.dropFirst(), options: ["--format", "--limit"]),
            !arguments.words.isEmpty,
            let limit = arguments.value(of: "--limit", default: 50, in: ListOptions.limits),
            let format = arguments.value(of: "--format", default: .table, OutputFormat.init)
        else { return nil }
        // Not an initializer: in one, the properties would be declared again instead of set.
        var command = SearchCommand()
        command.text = arguments.words
        command.options = ListOptions()
        (command.options.limit, command.options.format) = (limit, format)
        return command
    }
}

struct NearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: "List the reports near a place, the nearest first.",
        discussion: "If the server cannot be reached, the stored reports are listed."
    )

    @Argument(help: "The place in degrees: LAT,LON.")
    var place: String

    @Option(help: "The distance in meters, up to 50,000.")
    var radius = 250

    @OptionGroup
    var options: ListOptions

    func validate() throws {
        guard (1...50_000).contains(radius) else { throw ValidationError("--radius takes 1 to 50,000 meters.") }
    }

    /// The arguments of the program with a southern place after `--`, since the parser would take it for an option; nil if
    /// they can stay as they are.
    static func southern(_ arguments: [String]) -> [String]? {
        guard arguments.first == configuration.commandName, !arguments.contains("--"),
            let index = arguments.firstIndex(where: isSouthern)
        else { return nil }
        var others = arguments
        let place = others.remove(at: index)
        return others + ["--", place]
    }

    private static func isSouthern(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.dropFirst().first?.isNumber == true && argument.contains(",")
    }

    func run() throws {
        let store = try Store()
        let spot = try PlaceArgument.parse(place)
        let found: [(meters: Double, report: ReportSummary)]
        var isCut = false
        do {
            let near = try store.server().reports(near: spot, meters: radius, limit: options.limit + 1)
            // A server may say anything, but no place on Earth is farther away.
            let unseen = try store.unseen()
            isCut = near.more == true
            console.attempt {
                try store.database.transaction {
                    // A supervisor's store has all reports, and the next sync would bring these: they can be decided about at once.
                    guard try store.account()?.role.isSupervisor == true else { return }
                    for entry in near.reports { try store.put(entry.report) }
                }
            }
            found = near.reports.map { entry in
                let isUnseen = unseen.contains(entry.report.number)
                return (
                    Double(min(max(entry.distance, 0), 20_100_000)), ReportSummary(entry.report, isUnseen: isUnseen)
                )
            }
        } catch let error as ToolError where error.kind == .unavailable {
            console.say(error)
            found = try store.reports(near: spot, meters: Double(radius), limit: options.limit + 1)
            try console.sayAge(of: store)
        }
        try options.show(found.map(\.report), meters: found.map(\.meters), isCut: isCut, store)
        if found.isEmpty { throw ToolError.notFound("Nothing found within \(radius) m of \(place).") }
    }
}

import AppGroupCommands
import ArgumentParser
import ToolClient
import ToolProgram
import ToolSupport

struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List what waits for a supervisor, the oldest first.",
        discussion: """
            These are new reports, and reports whose reporter wants them deleted. If the server cannot be reached, the \
            stored ones are listed.
            """
    )

    @OptionGroup
    var options: ListOptions

    func run() throws {
        Membership.posters.noteOpening()
        let store = try Store()
        try store.refreshForSupervisor()
        let found = try store.reports(Store.Filter(isQueue: true), limit: options.limit + 1)
        try options.show(found, store)
        if found.isEmpty { console.say("Nothing waits.") }
    }
}

struct OffendersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offenders",
        abstract: "List the phone numbers and the companies with the most reports.",
        discussion: "Rejected reports don't count. At most --limit numbers, and as many companies, are listed."
    )

    @OptionGroup
    var options: ListOptions

    func run() throws {
        let store = try Store()
        try store.refreshForSupervisor()
        let found = try store.offenders(limit: options.limit)
        try Output.write(OffenderListing(found.offenders), as: options.format)
        if found.hasMore { options.sayMore() }
        if found.offenders.isEmpty { throw ToolError.notFound("There is no report yet.") }
    }
}

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Confirm or reject a report, or mark it as removed.",
        discussion: """
            The reporter sees the decision and the note. A new rejection needs a note. If you have not looked at the \
            report, or it has changed since, nothing is decided, and the exit status is 75. To look at it: posters show, \
            or any list that includes it, in any format.
            """
    )

    /// What a supervisor can decide.
    enum Decision: String, CaseIterable, ExpressibleByArgument {
        case confirmed, rejected, removed

        fileprivate var status: ReportStatus {
            switch self {
            case .confirmed: .confirmed
            case .rejected: .rejected
            case .removed: .removed
            }
        }
    }

    @Argument(help: "The number of the report.")
    var id: String

    @Argument(help: "The decision: confirmed, rejected or removed.")
    var decision: Decision

    @Option(
        help: """
            The reason, which the reporter reads. By default, it stays if the report has the status already; an empty one \
            removes it.
            """)
    var note: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Show the photos to everybody, or hide them again. By default, people without a login can't see them, \
            because photos show the phone number.
            """)
    var publishPhotos: Bool?

    func run() throws {
        let store = try Store()
        let number = try ReportName.number(id)
        try store.confirmSupervisor()
        let known = try store.neededReport(number)
        let hasReason = note.map { !$0.allSatisfy(\.isWhitespace) } ?? (known.status == .rejected)
        guard decision != .rejected || hasReason else {
            throw ToolError.usage("A rejection needs a reason: --note REASON")
        }
        guard let version = try store.seenVersion(number) else {
            throw ToolError.busy("You have not looked at report \(number) yet: posters show \(number)")
        }
        let report: Report
        do {
            report = try store.server().decide(
                number,
                .init(status: decision.status, reason: note, publishPhotos: publishPhotos, version: version))
        } catch let error as ToolError where error.kind == .notFound {
            throw ToolError.missingReport(number)
        }
        try store.database.transaction {
            try store.put(report)
            try store.noteVersion(report.version, of: number)
        }
        try store.noteSeen([number])
        try Membership.announce(store)
        StandardOutput.print("Report \(number) is \(report.status.rawValue).")
    }
}

struct BlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Mark a phone number in all reports. Nothing is ever dialed."
    )

    @Argument(help: "The phone number. Several words are one number.")
    var phone: [String]

    @Option(help: "The reason.")
    var reason: String?

    @Flag(help: "Remove the mark.")
    var lift = false

    func run() throws {
        let number = try PhoneOption.parse(phone.joined(separator: " "))
        let store = try Store()
        if lift {
            try store.server().unblock(number.e164)
            try store.noteBlocked(number.e164, false)
            return StandardOutput.print("\(number.national) is no longer blocked.")
        }
        let blocked = try store.server().block(number.e164, reason: reason)
        try store.noteBlocked(number.e164, true)
        StandardOutput.print("\(number.national) is blocked. Reports that name it: \(blocked.reports ?? 0)")
    }
}

struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a report whose reporter has withdrawn it."
    )

    @Argument(help: "The number of the report.")
    var id: String

    @Flag(help: "Don't ask.")
    var yes = false

    func run() throws {
        let store = try Store()
        let number = try ReportName.number(id)
        guard yes || console.confirm("Delete report \(number) with its photos for good?") else {
            throw ToolError.usage(console.refusal("Nothing was deleted."))
        }
        let wasThere = try store.server().delete(number)
        try store.database.transaction { try store.remove(number) }
        try Membership.announce(store)
        guard wasThere else { throw ToolError.missingReport(number) }
        StandardOutput.print("Report \(number) is deleted.")
    }
}

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the reports for other programs.",
        discussion: """
            Reports whose reporters want them deleted are left out. If the connection is lost, the exit status is 69, and the \
            output is incomplete.
            """
    )

    enum Form: String, EnumerableFlag {
        case geojson, csv

        static func help(for form: Form) -> ArgumentHelp? {
            form == .csv ? "A table with a header line (RFC 4180)." : "A FeatureCollection (RFC 7946)."
        }
    }

    @Flag
    var form: Form

    @Option(help: "Export only reports with this status.")
    var status: ReportStatus?

    @Flag(help: "Include reports whose reporters want them deleted.")
    var withdrawn = false

    func run() throws {
        var query = "?withdrawn=\(withdrawn)"
        if let status { query += "&status=\(status.rawValue)" }
        try Store().server().copy(ServerCall(.get, "/v1/export.\(form.rawValue)\(query)")) { try Output.write($0) }
    }
}

extension ReportStatus: ExpressibleByArgument {}

extension ToolError {
    /// A supervisor has named a report that the server doesn't have.
    fileprivate static func missingReport(_ number: Int64) -> ToolError {
        .notFound("There is no report \(number). To list the reports: posters list")
    }

    /// Whether the newest reports can't be had now, so that a supervisor sees the stored ones.
    fileprivate var leavesStoredReports: Bool { [.unavailable, .busy].contains(kind) }
}

extension ReportName {
    /// The number of a report, where drafts make no sense.
    static func number(_ text: String) throws(ToolError) -> Int64 {
        guard case .report(let number) = try ReportName(parsing: text) else {
            throw .usage("“\(text)” is a draft. This takes the number of a report.")
        }
        return number
    }
}

extension Store {
    /// Gets the newest reports. If the server is away, says so, and how old the stored ones are. Anybody else is refused: only a
    /// supervisor's store has all reports.
    fileprivate func refreshForSupervisor() throws {
        do {
            try Synchronizer(store: self, report: { console.say($0) }).run()
        } catch let error as ToolError where error.leavesStoredReports {
            console.say(error)
            try console.sayAge(of: self)
        }
        try confirmSupervisor()
    }

    /// Refuses anybody else before they can learn anything that their own store doesn't show.
    fileprivate func confirmSupervisor() throws {
        let role = try neededAccount().role
        guard role.isSupervisor else {
            throw ToolError.refused("Only supervisors may do this; your role is \(role.rawValue).")
        }
    }
}

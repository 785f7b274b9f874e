import AppGroup
import AppGroupText

/// What is known about applications: a line for each row of a table that mentions them.
struct StatusListing: Listing {
    let applications: [Application]
    /// Whether an application has news: a change that the user has not seen, or one that an update has just found.
    let isNew: (Application) -> Bool
    /// Whether the list shows all changes over time.
    var showsHistory = false

    private let terminal = Terminal.current
    private let clock = LocalClock.current

    init(_ applications: [Application], isNew: @escaping (Application) -> Bool, showsHistory: Bool = false) {
        (self.applications, self.isNew, self.showsHistory) = (applications, isNew, showsHistory)
    }

    var columns: [TextTable.Column] { table.columns }
    var rows: [[TextTable.Cell]] { table.rows }

    private var table: StatusTable {
        let hasNews = applications.contains(where: isNew)
        let entries = applications.map { application in
            let mark = isNew(application) ? "● " : hasNews ? "  " : ""
            return StatusTable.Entry(
                number: mark + application.number.description, label: application.label, groups: groups(of: application)
            )
        }
        return StatusTable(
            entries, timeHeader: showsHistory ? "SEEN" : "CHECKED", available: terminal.columns)
    }

    private func groups(of application: Application) -> [StatusTable.Group] {
        if showsHistory, !application.history.isEmpty {
            return application.history.reversed().map { change in
                StatusTable.Group(decisions: change.decisions, time: clock.ago(change.seen.timestamp))
            }
        }
        let time = checked(application)
        guard application.decisions.isEmpty else {
            return [StatusTable.Group(decisions: application.decisions, time: time)]
        }
        let status = application.lastCheck?.outcome == .notFound ? "not listed" : "unknown"
        return [StatusTable.Group(decisions: [Decision(status: status, date: nil)], time: time, style: .dim)]
    }

    private func checked(_ application: Application) -> String {
        guard let check = application.lastCheck else { return "never" }
        let time = clock.ago(check.at.timestamp)
        return switch check.outcome {
        case .found: time
        case .notFound where application.decisions.isEmpty: time
        case .notFound: "\(time), not listed"
        case .unreachable, .unreadable: "\(time), failed"
        }
    }

    var records: [[String]] {
        applications.flatMap { application -> [[String]] in
            let head = [application.number.description, application.label ?? "", isNew(application) ? "new" : ""]
            let check = [
                application.lastCheck?.outcome.rawValue ?? "", application.lastCheck?.at.timestamp.description ?? "",
            ]
            if showsHistory {
                return application.history.flatMap { change in
                    change.decisions.map { head + [$0.status, $0.date ?? "", change.seen.timestamp.description] }
                }
            }
            guard !application.decisions.isEmpty else { return [head + ["", ""] + check] }
            return application.decisions.map { head + [$0.status, $0.date ?? ""] + check }
        }
    }

    var json: JSONValue { ["version": 1, "applications": .array(applications.map(json))] }

    private func json(_ application: Application) -> JSONValue {
        let check = application.lastCheck
        var members: [(String, JSONValue)] = [
            ("number", .string(application.number.description)), ("label", JSONValue(text: application.label)),
            ("status", JSONValue(text: application.decisions.last?.status)),
            ("date", JSONValue(text: application.decisions.last?.date)), ("rows", Self.json(application.decisions)),
            ("changed", .bool(isNew(application))), ("lastFound", JSONValue(text: application.lastFound?.timestamp)),
            (
                "lastCheck",
                check.map { check in
                    [
                        "at": JSONValue(text: check.at.timestamp), "outcome": .string(check.outcome.rawValue),
                        "reason": JSONValue(text: check.reason),
                    ]
                } ?? .null
            ),
            ("source", JSONValue(text: application.source)), ("service", JSONValue(text: application.service)),
        ]
        if showsHistory {
            members.append(
                (
                    "history",
                    .array(
                        application.history.map { change in
                            ["seen": JSONValue(text: change.seen.timestamp), "rows": Self.json(change.decisions)]
                        })
                ))
        }
        return .object(members)
    }

    private static func json(_ decisions: [Decision]) -> JSONValue {
        .array(decisions.map { ["status": .string($0.status), "date": JSONValue(text: $0.date)] })
    }
}

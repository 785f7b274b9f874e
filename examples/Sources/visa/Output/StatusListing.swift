import AppGroup
import AppGroupTerminal

/// What is known of applications: a line for each row that tables have of them.
struct StatusListing: Listing {
    let applications: [Application]
    /// Whether an application has news: a change that nobody looked at, or one that an update has just brought.
    let isNew: (Application) -> Bool
    /// Whether the changes over time are told besides.
    var showsHistory = false

    private let session = Session.current

    init(_ applications: [Application], isNew: @escaping (Application) -> Bool, showsHistory: Bool = false) {
        (self.applications, self.isNew, self.showsHistory) = (applications, isNew, showsHistory)
    }

    private var hasLabels: Bool { applications.contains { $0.label != nil } }

    /// The status comes last: it is the one that goes on below where a terminal is narrow.
    var columns: [TextTable.Column] {
        let label = TextTable.Column(header: "LABEL", shrinkOrder: 1)
        return [TextTable.Column(header: "NUMBER", minimumWidth: 8)] + (hasLabels ? [label] : []) + [
            TextTable.Column(header: "DATE"),
            TextTable.Column(header: showsHistory ? "SEEN" : "CHECKED", shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "STATUS", shrinkOrder: 3, minimumWidth: 10, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        let hasNews = applications.contains(where: isNew)
        return applications.flatMap { application in
            lines(of: application).enumerated().map { index, line in
                let mark = isNew(application) && index == 0 ? "● " : hasNews ? "  " : ""
                let name = TextTable.Cell(index == 0 ? mark + application.number.description : "", style: .bold)
                let label = TextTable.Cell(index == 0 ? application.label ?? "" : "")
                return [name] + (hasLabels ? [label] : []) + line
            }
        }
    }

    /// Date, when that was, and status.
    private func lines(of application: Application) -> [[TextTable.Cell]] {
        if showsHistory {
            let changes = application.history.reversed().flatMap { change in
                cells(change.decisions, session.ago(change.seen.timestamp))
            }
            if !changes.isEmpty { return changes }
        }
        guard application.decisions.isEmpty else { return cells(application.decisions, checked(application)) }
        let status = application.lastCheck?.outcome == .notFound ? "not listed" : "unknown"
        return [["", TextTable.Cell(checked(application)), TextTable.Cell(status, style: .dim)]]
    }

    private func cells(_ decisions: [Decision], _ time: String) -> [[TextTable.Cell]] {
        decisions.enumerated().map { index, decision in
            [
                TextTable.Cell(decision.date ?? ""), TextTable.Cell(index == 0 ? time : ""),
                TextTable.Cell(decision.status),
            ]
        }
    }

    private func checked(_ application: Application) -> String {
        guard let check = application.lastCheck else { return "never" }
        let time = session.ago(check.at.timestamp)
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

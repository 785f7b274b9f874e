import AppGroup
import AppGroupTerminal

/// What pruning does, as `launcher prune` writes it.
struct PruneListing: Listing {
    let plan: PrunePlan
    let group: GroupID
    let session: Session

    private var entries: [(action: String, entry: PrunePlan.Entry)] {
        plan.deleted.map { ("delete", $0) } + plan.hidden.map { ("hide", $0) }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "ACTION"), TextTable.Column(header: "NAME", shrinkOrder: 2),
            TextTable.Column(header: "GONE", shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "ID", shrinkOrder: 2),
            TextTable.Column(header: "REASON", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        entries.map { action, entry in
            [
                TextTable.Cell(action, style: action == "delete" ? .red : .yellow), TextTable.Cell("\(entry.app.name)"),
                TextTable.Cell(session.ago(entry.since)), TextTable.Cell("\(entry.app.id)", style: .dim),
                TextTable.Cell(entry.app.availability.reason ?? ""),
            ]
        }
    }

    var records: [[String]] {
        entries.map { action, entry in
            [action, "\(entry.app.id)", "\(entry.app.name)", "\(entry.since)", entry.app.availability.reason ?? ""]
        }
    }

    var json: JSONValue {
        [
            "version": 1, "group": JSONValue(text: group), "graceDays": .integer(plan.graceDays),
            "delete": .array(plan.deleted.map(json)), "hide": .array(plan.hidden.map(json)),
        ]
    }

    private func json(_ entry: PrunePlan.Entry) -> JSONValue {
        [
            "id": JSONValue(text: entry.app.id), "name": JSONValue(text: entry.app.name),
            "since": JSONValue(text: entry.since),
            "reason": JSONValue(text: entry.app.availability.reason),
        ]
    }
}

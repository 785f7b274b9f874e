import AppGroup
import AppGroupTerminal

/// What integrating does, as `launcher integrate` writes it.
struct IntegrationListing: Listing {
    let plan: IntegrationPlan
    let isDryRun: Bool

    /// A step in the words of the contract.
    private struct Fact {
        let action: String
        /// The app, the scheme or the unit that it is about.
        let subject: String
        /// The file, or the handlers that a scheme then has.
        let object: String
    }

    private var facts: [Fact] {
        plan.steps.flatMap { step -> [Fact] in
            switch step {
            case .writeEntry(let path, let app, _): [Fact(action: "write", subject: "\(app)", object: path)]
            case .removeEntry(let path, let app): [Fact(action: "remove", subject: "\(app)", object: path)]
            case .setDefault(let id, let schemes):
                schemes.map { Fact(action: "handle", subject: "\($0):", object: id) }
            case .restoreDefault(_, let scheme, let earlier):
                [Fact(action: "restore", subject: "\(scheme):", object: earlier ?? "")]
            case .writeUnit(let path, _): [Fact(action: "write", subject: "launcher-badge-bridge", object: path)]
            case .removeUnit(let path): [Fact(action: "remove", subject: "launcher-badge-bridge", object: path)]
            }
        }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "ACTION"), TextTable.Column(header: "WHAT", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "WHERE", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        facts.map { fact in
            [
                TextTable.Cell(fact.action, style: fact.action == "remove" ? .red : .yellow),
                TextTable.Cell(fact.subject, style: .bold), TextTable.Cell(fact.object, style: .dim),
            ]
        }
    }

    var records: [[String]] { facts.map { [$0.action, $0.subject, $0.object] } }

    var json: JSONValue {
        [
            "version": 1, "dryRun": .bool(isDryRun),
            "steps": .array(
                facts.map {
                    ["action": .string($0.action), "what": .string($0.subject), "where": .string($0.object)]
                }),
            "remarks": .array(plan.remarks.map { .string($0) }),
        ]
    }
}

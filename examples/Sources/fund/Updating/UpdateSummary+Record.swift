import AppGroupText
import ToolClient
import ToolProgram

/// The summary as the store keeps it, for a process that has waited for the update.
extension UpdateSummary {
    /// Everything but the items, which are in the store, as JSON.
    var record: String {
        StableJSON.text(
            [
                "failures": .array(failures.map(\.json)), "notDue": .integer(notDue), "resting": .integer(resting),
            ] as JSONValue)
    }

    /// A summary without items; nil if the text is none.
    init?(record: String) {
        guard let json = JSONValue(reading: record.utf8), case .array(let failures)? = json["failures"],
            let notDue = json["notDue"]?.integer, let resting = json["resting"]?.integer
        else { return nil }
        self.failures = failures.compactMap { Failure($0) }
        (self.notDue, self.resting) = (notDue, resting)
    }
}

extension UpdateSummary.Failure {
    fileprivate var json: JSONValue {
        [
            "feed": .string(feed), "reason": .string(error.description),
            "status": .integer(Int(error.exitStatus.rawValue)),
        ]
    }

    fileprivate init?(_ json: JSONValue) {
        guard let feed = json["feed"]?.text, let reason = json["reason"]?.text,
            let status = json["status"]?.integer,
            let kind = ToolError.Kind.allCases.first(where: { Int($0.exitStatus.rawValue) == status })
        else { return nil }
        self.init(feed: feed, error: ToolError(kind, reason))
    }
}

/// One app in a list: its record, and whether it can be launched now.
@dynamicMemberLookup
public struct AppEntry: Hashable, Sendable {
    /// The group that the app belongs to.
    public let group: GroupID
    /// Everything that the registry knows about the app.
    public let record: AppRecord
    /// Whether the app can be launched now, and if not, why.
    public let availability: Availability
    /// How likely it is to be opened next, 0 to 1, as of the group's last opening: see ``Frecency``.
    public let frecency: Double
    /// How likely it is to be opened next, 0 to 1, as learned from the openings of its group up to now. The sum over all apps
    /// of the group is 1; an app that was never opened has 0. `nil` if the list is in another order than ``AppOrder/smart``.
    public let likelihood: Double?
    /// Which kinds of evidence made the likelihood what it is; empty unless they were asked for.
    package let contributions: [Predictor.Prediction.Contribution]

    init(
        _ record: AppRecord, of group: GroupID, availability: Availability, lastOpeningOfGroup: AppOpening.Number,
        likelihood: Double? = nil, contributions: [Predictor.Prediction.Contribution] = []
    ) {
        self.group = group
        self.record = record
        self.availability = availability
        self.likelihood = likelihood
        self.contributions = contributions
        frecency = Frecency.score(record.usage, lastOpeningOfGroup: lastOpeningOfGroup)
    }

    /// A property of the record.
    public subscript<Value>(dynamicMember property: KeyPath<AppRecord, Value>) -> Value { record[keyPath: property] }

    /// Whether lists and totals show the app: it is installed and not hidden.
    public var isShown: Bool { availability.isInstalled && !record.preferences.isHidden }
}

extension AppEntry {
    /// The number that is shown as the badge.
    ///
    /// - Parameter field: An integer field to show instead of the badge; an app without that field has 0. `nil` for the badge.
    package func badgeNumber(from field: FieldKey?) -> Int64 {
        guard let field else { return record.badge.value }
        guard case .integer(let number)? = record.fields[field] else { return 0 }
        return number
    }
}

extension Sequence<AppEntry> {
    /// The sum of these apps' badges, held within a badge's range.
    public var totalBadge: BadgeCount { reduce(.zero) { $0.adding($1.badge.value) } }

    /// The sum of the integer fields of this name, held within 64 bits. Other kinds of value do not count.
    public func totalField(_ key: FieldKey) -> Int64 {
        reduce(0) { total, app in
            let number = app.badgeNumber(from: key)
            let (sum, overflow) = total.addingReportingOverflow(number)
            return overflow ? (number < 0 ? .min : .max) : sum
        }
    }
}

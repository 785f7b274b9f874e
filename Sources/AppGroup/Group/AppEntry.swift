/// One app as its family sees it: its record, and whether it can be launched now.
@dynamicMemberLookup
public struct FamilyApp: Hashable, Sendable {
    /// The group that the app belongs to.
    public let group: GroupID
    /// Everything that the store holds of the app.
    public let record: AppRecord
    /// Whether its launch can be resolved now, and if not, why.
    public let availability: Availability
    /// How likely it is to be opened next, 0 to 1, as of the group's last opening: see ``Frecency``.
    public let frecency: Double
    /// How likely it is to be opened next, 0 to 1, by what was learnt from the openings of its group up to now: summed over
    /// all apps of the group, 1. An app that was never opened has 0. `nil` where the list is in another order than
    /// ``AppOrder/smart``.
    public let likelihood: Double?
    /// What made the likelihood what it is; empty unless it was asked for.
    package let contributions: [Predictor.Prediction.Contribution]

    init(
        _ record: AppRecord, of group: GroupID, availability: Availability, lastOpeningOfGroup: Int64,
        likelihood: Double? = nil, contributions: [Predictor.Prediction.Contribution] = []
    ) {
        self.group = group
        self.record = record
        self.availability = availability
        self.likelihood = likelihood
        self.contributions = contributions
        frecency = Frecency.score(record.usage, lastOpeningOfGroup: lastOpeningOfGroup)
    }

    /// The properties of the record, directly.
    public subscript<Value>(dynamicMember property: KeyPath<AppRecord, Value>) -> Value { record[keyPath: property] }

    /// Whether lists and totals show the app: it is installed, and nobody hid it.
    public var isShown: Bool { availability.isInstalled && !record.preferences.isHidden }
}

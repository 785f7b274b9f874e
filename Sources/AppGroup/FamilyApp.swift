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

    init(_ record: AppRecord, of group: GroupID, availability: Availability, lastOpeningOfGroup: Int64) {
        self.group = group
        self.record = record
        self.availability = availability
        frecency = Frecency.score(record.usage, lastOpeningOfGroup: lastOpeningOfGroup)
    }

    /// The properties of the record, directly.
    public subscript<Value>(dynamicMember property: KeyPath<AppRecord, Value>) -> Value { record[keyPath: property] }

    /// Whether lists and totals show the app: it is installed, and nobody hid it.
    public var isShown: Bool { availability.isInstalled && !record.preferences.isHidden }
}

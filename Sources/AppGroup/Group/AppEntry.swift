/// One app in a list: its record, and whether it can be launched now.
///
/// A copy takes a pointer's room, so that lists of many apps can be kept, sorted and handed on.
@dynamicMemberLookup
public struct AppEntry: Sendable {
    /// What never changes after the entry was made.
    @usableFromInline
    final class Contents: Sendable {
        let group: GroupID
        @usableFromInline let record: AppRecord
        let availability: Availability
        let frecency: Double
        let chance: Double
        let likelihood: Double?
        let contributions: [Predictor.Prediction.Contribution]

        init(
            _ group: GroupID, _ record: consuming AppRecord, _ availability: Availability, frecency: Double,
            chance: Double, likelihood: Double?, contributions: [Predictor.Prediction.Contribution]
        ) {
            self.group = group
            self.record = record
            self.availability = availability
            (self.frecency, self.chance) = (frecency, chance)
            (self.likelihood, self.contributions) = (likelihood, contributions)
        }
    }

    @usableFromInline let contents: Contents

    /// The group that the app belongs to.
    public var group: GroupID { contents.group }
    /// Everything that the registry knows about the app.
    public var record: AppRecord { contents.record }
    /// Whether the app can be launched now, and if not, why.
    public var availability: Availability { contents.availability }
    /// How likely it is to be opened next of the apps of its group, 0 to 1, as of the group's last opening: see ``Frecency``.
    public var frecency: Double { contents.frecency }
    /// How likely it is to be opened next by its frecency: among the apps of all groups that are listed together, if there are
    /// several. In the list of one group, this is the frecency itself.
    package var chance: Double { contents.chance }
    /// How likely it is to be opened next, 0 to 1, as learned from the openings of its group up to now. The sum over all apps
    /// of the group is 1; an app that was never opened has 0. `nil` if the list is in another order than ``AppOrder/smart``.
    ///
    /// In a list of several groups, as ``GroupSet/apps(order:including:excludingCurrent:onFailure:)`` gives it, this is multiplied
    /// by how likely the next opening is to be in the app's group, and the sum over all apps of all groups is 1 if all of
    /// them have a likelihood.
    public var likelihood: Double? { contents.likelihood }
    /// Which kinds of evidence made the likelihood what it is; empty unless they were asked for.
    package var contributions: [Predictor.Prediction.Contribution] { contents.contributions }

    init(
        _ record: consuming AppRecord, of group: GroupID, availability: Availability,
        lastOpeningOfGroup: AppOpening.Number, likelihood: Double? = nil,
        contributions: [Predictor.Prediction.Contribution] = []
    ) {
        let frecency = Frecency.score(record.usage, lastOpeningOfGroup: lastOpeningOfGroup)
        contents = Contents(
            group, record, availability, frecency: frecency, chance: frecency, likelihood: likelihood,
            contributions: contributions)
    }

    /// The app in a list of several groups.
    ///
    /// - Parameters:
    ///   - share: How likely the next opening is to be in its group.
    ///   - frecencies: The sum of the frecencies of all apps of its group.
    func among(groupShare share: Double, frecencies: Double) -> AppEntry {
        AppEntry(
            contents: Contents(
                group, record, availability, frecency: frecency,
                chance: frecencies > 0 ? share * frecency / frecencies : 0, likelihood: likelihood.map { share * $0 },
                contributions: contributions))
    }

    private init(contents: Contents) { self.contents = contents }

    /// A property of the record.
    @inlinable  // Otherwise, other modules would read it through a key path, which takes longer.
    public subscript<Value>(dynamicMember property: KeyPath<AppRecord, Value>) -> Value {
        // Not through `record`, which copies all of it.
        contents.record[keyPath: property]
    }

    /// Whether lists and totals show the app: it is installed and not hidden.
    public var isShown: Bool { contents.availability.isInstalled && !contents.record.preferences.isHidden }
}

extension AppEntry: Hashable {
    /// Compares everything that the entries say.
    public static func == (left: AppEntry, right: AppEntry) -> Bool {
        let (left, right) = (left.contents, right.contents)
        return left === right
            || left.group == right.group && left.record == right.record && left.availability == right.availability
                && left.frecency == right.frecency && left.chance == right.chance
                && left.likelihood == right.likelihood && left.contributions == right.contributions
    }

    /// Hashes the group and the record.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(group)
        hasher.combine(record)
    }
}

extension AppEntry {
    /// The number that is shown as the badge.
    ///
    /// - Parameter field: An integer field to show instead of the badge; an app without that field has 0. `nil` for the badge.
    package func badgeNumber(from field: FieldKey?) -> Int64 {
        guard let field else { return record.badge.value }
        return record.fields[field]?.integer ?? 0
    }
}

/// An app, and the registry that it was read from.
public struct MemberApp: Sendable {
    /// The registry of the app's group.
    public let registry: Registry
    /// The app, as it was read.
    public let app: AppEntry

    /// An app that was read from this registry.
    package init(_ app: AppEntry, in registry: Registry) { (self.registry, self.app) = (registry, app) }
}

extension Sequence<AppEntry> {
    /// The sum of these apps' badges, held within a badge's range.
    public var totalBadge: BadgeCount { reduce(.zero) { $0.adding($1.badge.value) } }

    /// The sum of the integer fields of this name, held within 64 bits. Other kinds of value do not count.
    public func totalField(_ key: FieldKey) -> Int64 {
        reduce(0) { $0.addingClamped($1.badgeNumber(from: key)) }
    }
}

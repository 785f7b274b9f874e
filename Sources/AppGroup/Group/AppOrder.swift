/// In which order a family is shown. Pinned apps come first in every order; what an order leaves equal goes by name.
public enum AppOrder: String, CaseIterable, Sendable {
    /// Alphabetical, without case.
    case name
    /// The last opened first.
    case recent
    /// The most often opened first.
    case frequent
    /// Frequent and recent use in one score: see ``Frecency``.
    case frecency
    /// The most likely to be opened next first, as a model of the family's own history has it: see
    /// ``FamilyApp/likelihood``. Of two that are as likely the last opened comes first.
    case smart
    /// The highest badge first.
    case badge

    /// The order for a list whose user wants none in particular: ``smart`` where each of the apps has a likelihood, else
    /// ``frecency``.
    public static func preferred(for apps: [FamilyApp]) -> AppOrder {
        !apps.isEmpty && apps.allSatisfy { $0.likelihood != nil } ? .smart : .frecency
    }

    /// The apps in this order.
    ///
    /// Within one group `recent` goes by the count of openings, which no wrong clock disturbs; apps of several groups have
    /// nothing in common but the clock. To `smart` an app without a likelihood is as likely as its frecency says.
    ///
    /// - Complexity: O(n log n); each app's key is computed once.
    public func sorted(_ apps: [FamilyApp]) -> [FamilyApp] { sorted(apps, badgeField: nil) }

    /// The apps in this order, where an integer field may stand in the badge's place: ``FamilyApp/badgeNumber(from:)``.
    package func sorted(_ apps: [FamilyApp], badgeField: FieldKey?) -> [FamilyApp] {
        let isOneGroup = apps.allSatisfy { $0.group == apps[0].group }
        let keys = apps.map { app in
            let recency = isOneGroup ? app.usage.lastOpening : app.usage.lastOpened?.milliseconds ?? 0
            let weight = weight(
                app.usage, badge: app.badgeNumber(from: badgeField), recency: recency, frecency: app.frecency,
                likelihood: app.likelihood)
            return Key(app, weight: weight, recency: self == .smart ? recency : 0)
        }
        return keys.indices.sorted { keys[$0] < keys[$1] }.map { apps[$0] }
    }

    /// What an app weighs in this order: the heaviest comes first. In the order of names all weigh the same.
    ///
    /// - Parameters:
    ///   - badge: The number in the badge's place.
    ///   - recency: Greater for an app that was opened later.
    ///   - frecency: The score of ``Frecency``.
    ///   - likelihood: What the model says, if it was asked.
    @inline(__always)
    func weight(
        _ usage: Usage, badge: @autoclosure () -> Int64, recency: Int64, frecency: @autoclosure () -> Double,
        likelihood: @autoclosure () -> Double?
    ) -> Double {
        switch self {
        case .name: 0
        case .recent: Double(recency)
        case .frequent: Double(usage.count)
        case .frecency: frecency()
        case .smart: likelihood() ?? frecency()
        case .badge: Double(badge())
        }
    }

    private struct Key: Comparable {
        let isPinned: Bool
        let weight: Double
        let recency: Int64
        let foldedName: String
        let id: String

        init(_ app: FamilyApp, weight: Double, recency: Int64) {
            isPinned = app.preferences.isPinned
            self.weight = weight
            self.recency = recency
            foldedName = app.name.description.lowercased()
            id = app.id.folded
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.isPinned != right.isPinned { return left.isPinned }
            if left.weight != right.weight { return left.weight > right.weight }
            if left.recency != right.recency { return left.recency > right.recency }
            return (left.foldedName, left.id) < (right.foldedName, right.id)
        }
    }
}

/// The order in which apps are listed. Pinned apps come first in every order; apps that an order ranks equal go by name.
public enum AppOrder: String, CaseIterable, Sendable {
    /// Alphabetical, without case; numbers in names go by their value, so “Application 2” comes before “Application 10”.
    case name
    /// The last opened first.
    case recent
    /// The most often opened first.
    case frequent
    /// Frequent and recent use in one score: see ``Frecency``.
    case frecency
    /// The most likely to be opened next first, according to a model of the group's own history: see
    /// ``AppEntry/likelihood``. Of two equally likely apps, the last opened one comes first.
    case smart
    /// The highest badge first.
    case badge

    /// The order of a list if the user asks for none: ``smart`` if any of the apps has a likelihood, else ``frecency``. Of
    /// several groups, each may be ranked by another one.
    public static func preferred(for apps: [AppEntry]) -> AppOrder {
        apps.contains { $0.likelihood != nil } ? .smart : .frecency
    }

    /// The apps in this order.
    ///
    /// Within one group, `recent` goes by the count of openings, which a wrong clock cannot disturb; apps of several groups
    /// have only the clock in common. For `smart`, an app without a likelihood is as likely as its frecency says.
    ///
    /// - Complexity: O(n log n); each app's key is computed once.
    public func sorted(_ apps: [AppEntry]) -> [AppEntry] { sorted(apps, badgeField: nil) }

    /// The apps in this order, with an integer field instead of the badge if one is given: ``AppEntry/badgeNumber(from:)``.
    package func sorted(_ apps: [AppEntry], badgeField: FieldKey?) -> [AppEntry] {
        let isOneGroup = apps.allSatisfy { $0.group == apps[0].group }
        var names = NaturalNames(capacity: apps.count)
        // Keys without references: those of 10,000 apps are compared and moved 130,000 times.
        var keys = apps.map { app in
            let usage = app.usage
            let recency = isOneGroup ? usage.lastOpening.value : usage.lastOpened?.milliseconds ?? 0
            let weight = weight(
                usage, badge: app.badgeNumber(from: badgeField), recency: recency, frecency: app.chance,
                likelihood: app.likelihood)
            return Key(
                weight: weight, recency: self == .smart ? recency : 0, isPinned: app.preferences.isPinned,
                position: names.add(app.name.description, app.id.description))
        }
        names.withComparison { areInOrder in keys.sort { $0.precedes($1, areInOrder) } }
        return keys.map { apps[$0.position] }
    }

    /// The weight of an app in this order: the heaviest comes first. By name, all apps weigh the same.
    ///
    /// - Parameters:
    ///   - badge: The number that is shown as the badge.
    ///   - recency: Greater for an app that was opened later.
    ///   - frecency: The score of ``Frecency``.
    ///   - likelihood: The model's estimate, if there is one.
    @inline(__always)
    package func weight(
        _ usage: AppUsage, badge: @autoclosure () -> Int64, recency: Int64, frecency: @autoclosure () -> Double,
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

    private struct Key {
        let weight: Double
        let recency: Int64
        let isPinned: Bool
        /// Where the app and its name stand before they are sorted.
        let position: Int

        @inline(__always)
        func precedes(_ other: Key, _ areInOrder: (Int, Int) -> Bool) -> Bool {
            if isPinned != other.isPinned { return isPinned }
            if weight != other.weight { return weight > other.weight }
            if recency != other.recency { return recency > other.recency }
            return areInOrder(position, other.position)
        }
    }
}

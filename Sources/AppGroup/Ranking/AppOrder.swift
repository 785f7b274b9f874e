/// In which order a family is shown. Pinned apps come first in every order; what an order leaves equal goes by name.
public enum AppOrder: String, CaseIterable, Sendable {
    /// Alphabetical, without case.
    case name
    /// The last opened first.
    case recent
    /// The most often opened first.
    case frequent
    /// Frequent and recent use in one score: see ``Frecency``. The default.
    case frecency
    /// The highest badge first.
    case badge

    /// The apps in this order.
    ///
    /// Within one group `recent` goes by the count of openings, which no wrong clock disturbs; apps of several groups have
    /// nothing in common but the clock.
    ///
    /// - Complexity: O(n log n); each app's key is computed once.
    public func sorted(_ apps: [FamilyApp]) -> [FamilyApp] {
        let isOneGroup = apps.allSatisfy { $0.group == apps[0].group }
        let keys = apps.map { Key($0, weight: weight(of: $0, isOneGroup: isOneGroup)) }
        return keys.indices.sorted { keys[$0] < keys[$1] }.map { apps[$0] }
    }

    private func weight(of app: FamilyApp, isOneGroup: Bool) -> Double {
        switch self {
        case .name: 0
        case .recent: Double(isOneGroup ? app.usage.lastOpening : app.usage.lastOpened?.milliseconds ?? 0)
        case .frequent: Double(app.usage.count)
        case .frecency: app.frecency
        case .badge: Double(app.badge.value)
        }
    }

    private struct Key: Comparable {
        let isPinned: Bool
        let weight: Double
        let foldedName: String
        let id: String

        init(_ app: FamilyApp, weight: Double) {
            isPinned = app.preferences.isPinned
            self.weight = weight
            foldedName = app.name.description.lowercased()
            id = app.id.folded
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.isPinned != right.isPinned { return left.isPinned }
            if left.weight != right.weight { return left.weight > right.weight }
            return (left.foldedName, left.id) < (right.foldedName, right.id)
        }
    }
}

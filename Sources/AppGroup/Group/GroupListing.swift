import AppGroupPlatform

/// The apps of a group, with what a list of several groups needs to compare them with those of the others.
struct GroupListing {
    /// The apps that are listed, in their order.
    let apps: [AppEntry]
    /// All apps of the group, in no order.
    private let all: [AppEntry]
    /// The times of the most recent openings: at most ``GroupShares/openings``.
    private let openings: [Timestamp]

    /// - Parameters:
    ///   - apps: The apps that are listed, in their order.
    ///   - all: All apps of the group, in any order.
    ///   - openings: The times of the most recent openings; empty if the group is not compared with others.
    init(_ apps: [AppEntry], of all: [AppEntry], openings: [Timestamp]) {
        (self.apps, self.all, self.openings) = (apps, all, openings)
    }

    /// The times of the most recent openings of the group. An app may have been opened even if none of these openings is kept:
    /// then its last one counts.
    var moments: [Timestamp] { openings.isEmpty ? lastOpened.map { [$0] } ?? [] : openings }

    /// When an app of the group was last opened, whether or not it is listed; `nil` if none ever was.
    var lastOpened: Timestamp? { all.compactMap(\.usage.lastOpened).max() }

    /// How likely the app that was opened last is the next one of the group.
    var likelihoodOfCurrent: Double {
        guard let current = all.max(by: { $0.usage.lastOpening < $1.usage.lastOpening }) else { return 0 }
        return current.likelihood ?? current.among(groupShare: 1, frecencies: frecencies).chance
    }

    /// The sum of the frecencies of all apps.
    private var frecencies: Double { all.reduce(0) { $0 + $1.frecency } }

    /// The listed apps, as likely as they are among those of several groups.
    ///
    /// - Parameter share: How likely the next opening is to be in this group.
    func apps(groupShare share: Double) -> [AppEntry] {
        let frecencies = frecencies
        return apps.map { $0.among(groupShare: share, frecencies: frecencies) }
    }
}

extension [GroupListing] {
    /// The listed apps of each group.
    ///
    /// - Parameter shares: The share of each group; `nil` if the apps of different groups need not be compared.
    func apps(_ shares: GroupShares?) -> [[AppEntry]] {
        guard let shares else { return map(\.apps) }
        return zip(self, shares.values).map { $0.apps(groupShare: $1) }
    }
}

import AppGroup

/// What an update tells the user about the apps that it leaves as they are.
struct UpdateReport {
    /// Whether everything is up to date if there is no update: all catalogs are known, and nothing else is left to do.
    let isUpToDate: Bool
    /// What is left to do, in sentences for a person.
    let sentences: [String]

    /// - Parameters:
    ///   - passedOver: Apps that have a newer release, but came from elsewhere.
    ///   - namesApps: Whether the user named the apps to update. Then nothing is said about others, except those that are no
    ///     longer offered.
    ///   - namesGroup: Whether the user named the group.
    ///   - namesServer: Whether the user named the server, so that there may be others.
    init(_ plan: InstallPlan, passedOver: [CatalogEntry], namesApps: Bool, namesGroup: Bool, namesServer: Bool) {
        let lost = plan.sources.flatMap(\.view.lost).map(\.lostSentence)
        let missing = MissingApps(
            plan, isAll: plan.isComplete && !namesServer,
            namesServers: namesGroup || namesServer || plan.views.count > 1)
        let others =
            missing.sentences + plan.lostReleases.compactMap(\.lostReleaseSentence)
            + plan.declined.compactMap(\.declinedSentence)
        isUpToDate = plan.isComplete && lost.isEmpty && others.isEmpty && passedOver.isEmpty
        sentences =
            lost + (namesApps ? [] : others) + Self.sentences(about: passedOver, areSeveral: plan.sources.count > 1)
    }

    /// - Parameter areSeveral: Whether the catalogs are of several servers.
    private static func sentences(about passedOver: [CatalogEntry], areSeveral: Bool) -> [String] {
        guard let first = passedOver.first else { return [] }
        let count = Set(passedOver.map(\.package.id)).count
        guard count == 1 else {
            return [
                "\(count) apps from elsewhere have newer releases; to list them: launcher catalog; to take one: launcher "
                    + "update NAME --replace"
            ]
        }
        let server = passedOver.count == 1 && areSeveral ? " --server \(first.server)" : ""
        return [
            "1 app from elsewhere has a newer release, \(first.package.name); to take it: launcher update "
                + "\(first.package.id)\(server) --replace"
        ]
    }
}

extension AppRecord {
    /// Tells the user that a server no longer offers an app that came from it.
    var lostSentence: String {
        "\(name) (\(id)) is no longer offered to you. It stays installed; to remove it: launcher remove \(id)"
    }
}

extension CatalogEntry {
    /// Tells the user that the server no longer offers the installed release; `nil` if it does.
    var lostReleaseSentence: String? {
        guard hasLostRelease, let installed else { return nil }
        let version = installed.version.map { " \($0)" } ?? ""
        let advice = newest.map { "; to install \($0.name) instead: launcher install \(package.id)" } ?? ""
        return "\(package.name)\(version) is no longer offered to you. It stays installed\(advice)"
    }

    /// Tells the user how to get the newest release, which they decided against; `nil` if they didn't.
    fileprivate var declinedSentence: String? {
        guard isUpdateDeclined, let newest else { return nil }
        let release = "\(package.name) \(newest.name)"
        let decision =
            isNewestKept
            ? "You went back from \(release). To get it again"
            : "You chose a release older than \(release). To get \(newest.name)"
        return "\(decision): launcher update \(package.id)"
    }
}

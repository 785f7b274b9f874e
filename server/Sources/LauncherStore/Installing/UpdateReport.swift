import AppGroup

/// What an update tells the user about the apps that it leaves as they are.
struct UpdateReport {
    /// That everything is up to date, or why apps that the user named have no update, in sentences for a person.
    let answers: [String]
    /// What is left to do, in sentences for a person.
    let sentences: [String]

    /// The report on all apps. They are up to date if all catalogs are known, there is no update, and nothing is left to do.
    ///
    /// - Parameters:
    ///   - passedOver: Apps that have a newer release, but came from elsewhere.
    ///   - namesGroup: Whether the user named the group.
    ///   - namesServer: Whether the user named the server, so that there may be others.
    init(_ plan: InstallPlan, passedOver: [CatalogEntry], namesGroup: Bool, namesServer: Bool) {
        let namesServers = plan.needsServer(namesGroup: namesGroup, namesServer: namesServer)
        let missing = MissingApps(plan, isAll: plan.isComplete && !namesServer, namesServers: namesServers)
        let lostReleases = plan.lostReleases.compactMap(\.lostReleaseSentence)
        let declined = plan.declined.compactMap(\.declinedSentence)
        sentences =
            plan.lostSentences + missing.sentences + lostReleases + declined
            + Self.sentences(about: passedOver, namesServers: namesServers)
        let isUpToDate = plan.isComplete && plan.updates.isEmpty && sentences.isEmpty
        answers = isUpToDate ? ["Everything is up to date."] : []
    }

    /// The report on apps that the user named. Others are in it only if they are no longer offered.
    ///
    /// - Parameter namesServers: Whether commands need the server: see ``InstallPlan/needsServer(namesGroup:namesServer:)``.
    init(_ plan: InstallPlan, named: [CatalogEntry], namesServers: Bool) {
        var seen: Set<AppID> = []
        let named = named.filter { seen.insert($0.package.id).inserted }
        let fromElsewhere = named.filter { $0.isFromElsewhere && $0.isOutdated }
        let lostReleases = named.compactMap(\.lostReleaseSentence)
        let declined = named.compactMap(\.declinedSentence)
        let unknown = fromElsewhere.compactMap { $0.unknownVersionSentence(namesServer: namesServers) }
        answers = named.filter { !$0.hasLostRelease }.compactMap { $0.noUpdateSentence(namesServer: namesServers) }
        sentences =
            plan.lostSentences + lostReleases + declined + unknown
            + Self.sentences(
                about: fromElsewhere.filter { $0.installed?.version != nil }, namesServers: namesServers)
    }

    private static func sentences(about passedOver: [CatalogEntry], namesServers: Bool) -> [String] {
        guard let first = passedOver.first else { return [] }
        let count = Set(passedOver.map(\.package.id)).count
        guard count == 1 else {
            return [
                "\(count) apps from elsewhere have newer releases; to list them: launcher catalog; to take one: launcher "
                    + "update NAME --replace"
            ]
        }
        let command = first.replacement(namesServer: passedOver.count == 1 && namesServers)
        return ["1 app from elsewhere has a newer release, \(first.package.name); to take it: \(command)"]
    }
}

extension InstallPlan {
    /// Whether a command for one of the plan's apps has to name its server, because it may find other servers without that.
    ///
    /// - Parameters:
    ///   - namesGroup: Whether the user named the group.
    ///   - namesServer: Whether the user named the server.
    func needsServer(namesGroup: Bool, namesServer: Bool) -> Bool { namesGroup || namesServer || views.count > 1 }

    fileprivate var lostSentences: [String] { sources.flatMap(\.view.lost).map(\.lostSentence) }
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

    /// Tells a user who named the app why it has no update; `nil` if there is a newer release, even one from elsewhere.
    ///
    /// - Parameter namesServer: Whether a command to install it has to name the server.
    func noUpdateSentence(namesServer: Bool) -> String? {
        guard let installed else {
            let option = namesServer ? " --server \(server)" : ""
            return "\(package.name) is not installed; to install it: launcher install \(package.id)\(option)"
        }
        guard !isOutdated else { return nil }
        if let lostReleaseSentence { return lostReleaseSentence }
        if isFromElsewhere, let newest, newest.digest != installed.currentPackage {
            return "\(package.name) is not older than \(newest.name), which \(server) has. To install that all the "
                + "same: launcher install \(package.id) --server \(server) --replace"
        }
        return isOfferKnown ? "\(package.name) is up to date." : "No newer release of \(package.name) is known."
    }

    /// The command that replaces an app from elsewhere.
    fileprivate func replacement(namesServer: Bool) -> String {
        "launcher update \(package.id)\(namesServer ? " --server \(server)" : "") --replace"
    }

    /// Tells the user how to replace an app whose version is not known, so that no release is known to be newer; `nil` if it
    /// is known.
    fileprivate func unknownVersionSentence(namesServer: Bool) -> String? {
        guard let installed, installed.version == nil, let newest else { return nil }
        return "The version of \(package.name) is not known; to replace it with \(newest.name): "
            + replacement(namesServer: namesServer)
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

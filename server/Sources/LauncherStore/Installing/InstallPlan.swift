import AppGroup
import AppGroupTerminal
import AppPackage

/// What a person wants from the catalogues, made into what is to be done.
struct InstallPlan {
    /// A catalogue that was read, and who to ask for its files.
    struct Source {
        let view: CatalogView
        let client: StoreClient
        /// Whether it is what the server has now, and not what was known of it last.
        let isCurrent: Bool
    }

    /// A server whose catalogue could not be read, beside others.
    struct LeftOut {
        let failure: any Error
        /// What it had when it was asked last, where that is known.
        let known: CatalogView?
    }

    /// A package that a name may mean.
    private struct Candidate {
        let entry: CatalogEntry
        let offer: Offer
        /// Who has it; of a server that was left out, why.
        let source: Result<Source, any Error>

        static func all(in view: CatalogView, of source: Result<Source, any Error>) throws -> [Candidate] {
            try view.entries.map { Candidate(entry: $0, offer: try Offer($0), source: source) }
        }
    }

    let sources: [Source]
    /// What they had last still counts for what a name means, so that nobody who keeps a server from answering decides where an
    /// app comes from.
    let leftOut: [LeftOut]
    /// Whether an app that came from elsewhere may be replaced without asking.
    let replaces: Bool

    /// The order for an app that is named by a person.
    ///
    /// - Parameters:
    ///   - text: Its id, its name, or a part of it.
    ///   - version: The release, where it is not to be the newest.
    func order(_ text: String, version: String?) throws -> CatalogInstaller.Order {
        let (source, entry) = try entry(text)
        guard let release = version == nil ? entry.newest : entry.package.release(named: version) else {
            if let version {
                throw StoreError(
                    .notFound,
                    "\(entry.server) has no release “\(version)” of \(entry.package.name) that runs here. What there is: launcher "
                        + "catalog \(entry.package.id)")
            }
            let misfit = entry.package.releases.first?.platform.misfit(on: .current)
            throw StoreError(
                .unreachable,
                misfit?.sentence(about: "\(entry.package.name)") ?? "Nothing of \(entry.package.name) runs here.")
        }
        return try order(entry, release, from: source)
    }

    /// The orders for everything that has an update.
    func updates() throws -> [CatalogInstaller.Order] {
        try sources.flatMap { source in
            try source.view.entries.compactMap { entry in
                guard entry.state == .update, let release = entry.newest else { return nil }
                return try order(entry, release, from: source)
            }
        }
    }

    /// Whether every server said what it has now: without that, nobody knows whether anything has an update.
    var isComplete: Bool { leftOut.isEmpty && sources.allSatisfy(\.isCurrent) }

    /// What has a newer release, and came neither from the server that has it nor from another one where the user is logged in.
    ///
    /// - Parameter servers: Those where he is.
    func passedOver(servers: Set<ServerAddress>) -> [CatalogEntry] {
        sources.flatMap(\.view.entries).filter { entry in
            entry.isFromElsewhere && entry.isOutdated && entry.installed?.version != nil
                && !(entry.origin.map(servers.contains) ?? false)
        }
    }

    private func order(
        _ entry: CatalogEntry, _ release: TrustedRelease, from source: Source
    ) throws -> CatalogInstaller.Order {
        let replacing = try entry.isFromElsewhere && (replaces || mayReplace(entry, with: release))
        return CatalogInstaller.Order(
            entry: entry, release: release, client: source.client, family: source.view.family, replacing: replacing)
    }

    private func entry(_ text: String) throws -> (Source, CatalogEntry) {
        let candidates =
            try sources.flatMap { try Candidate.all(in: $0.view, of: .success($0)) }
            + leftOut.flatMap { server in
                try server.known.map { try Candidate.all(in: $0, of: .failure(server.failure)) } ?? []
            }
        let found = AppQuery.matches(text, in: candidates.map(\.offer))
        if found.isEmpty, let failure = leftOut.first?.failure { throw failure }
        guard let first = found.first, let match = candidates.first(where: { $0.offer == first }) else {
            throw StoreError(
                .notFound,
                "There is no “\(text)” in what you may have. What there is: launcher catalog; a file: launcher install ./\(text)"
            )
        }
        // Where several servers have the app, it is that one's which it came from.
        let own = candidates.filter {
            found.contains($0.offer) && $0.entry.installed != nil && !$0.entry.isFromElsewhere
        }
        if own.count == 1, Set(found.map(\.app)).count == 1 { return (try own[0].source.get(), own[0].entry) }
        guard found.count == 1 else {
            let list = found.map { "\($0.app) from \($0.source)" }.joined(separator: ", ")
            let advice =
                Set(found.map(\.app)).count == 1 ? "Say which server: --server \(first.source)" : "Say more of it."
            throw AppGroupError(.ambiguous, "“\(text)” could be \(list). \(advice)")
        }
        return (try match.source.get(), match.entry)
    }

    /// Asks where a package would take the place of what did not come from this server; a file's very bytes need no question.
    private func mayReplace(_ entry: CatalogEntry, with release: TrustedRelease) throws -> Bool {
        if entry.origin == nil, entry.installed?.currentPackage == release.digest { return true }
        let name = "\(entry.package.name) (\(entry.package.id))"
        let place =
            entry.state == .byHand
            ? "was registered by hand" : entry.origin.map { "came from \($0)" } ?? "was installed from a file"
        guard Talk.confirm("\(name) \(place). Replace it by \(release.name) from \(entry.server)?") else {
            throw AppGroupError(
                .appTaken,
                "\(name) \(place), and is not replaced unasked; to have it from \(entry.server), add --replace.")
        }
        return true
    }
}

extension CatalogEntry {
    /// Whether what is installed did not come from this server.
    var isFromElsewhere: Bool { state == .foreign || state == .byHand }
}

extension Offer {
    /// What a catalogue offers, whether it runs here or not.
    init(_ entry: CatalogEntry) throws {
        self.init(
            app: entry.package.id, name: entry.package.name, version: entry.newest?.version,
            source: try OfferSource(entry.server.description))
    }
}

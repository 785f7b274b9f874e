import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppPackage

/// Turns the names that a person gave into orders for apps from catalogs. It neither asks nor says anything.
struct InstallPlan {
    /// A catalog that was read, and the client to download its files.
    struct Source {
        let view: CatalogView
        let client: ServerClient
        /// Why the registry does not know what the catalog offers, as the user was told; `nil` if it does.
        let unrecorded: (any Error)?

        fileprivate func order(
            _ entry: CatalogEntry, _ release: TrustedRelease, replacing: Bool
        ) -> CatalogInstaller.Order {
            CatalogInstaller.Order(
                entry: entry, release: release, client: client, registry: view.registry, replacing: replacing)
        }
    }

    /// One of several servers, with a catalog that could not be read.
    struct LeftOut {
        let server: ServerAddress
        /// What the user was told about it.
        let failure: any Error
        /// Its last known catalog, if there is one.
        let known: CatalogView?

        /// The error for an app that only this server may have.
        func lacking(_ app: String) -> any Error {
            guard let failure = failure as? ClientError else { return failure }
            return ClientError(
                failure.code,
                "“\(app)” is in none of the catalogs that could be read; that of \(server) was not among them.",
                logInTo: failure.server)
        }
    }

    /// A package that a name may stand for.
    private struct Candidate {
        let entry: CatalogEntry
        let offer: AppOffer
        /// The catalog that has it, or why its server was left out.
        let source: Result<Source, any Error>

        static func all(in view: CatalogView, of source: Result<Source, any Error>) throws -> [Candidate] {
            try view.entries.map { Candidate(entry: $0, offer: try AppOffer($0), source: source) }
        }
    }

    let sources: [Source]
    /// Their last known catalogs still count when a name is looked up, so that nobody can change where an app comes from by keeping
    /// a server from answering.
    let leftOut: [LeftOut]

    /// The catalogs that were read, and the last known ones of the others.
    var views: [CatalogView] { sources.map(\.view) + leftOut.compactMap(\.known) }

    /// A release that a person named.
    struct Choice {
        let entry: CatalogEntry
        let release: TrustedRelease
        fileprivate let source: Source

        /// What to ask before an app that did not come from this server is replaced; `nil` if there is none, or one from a file
        /// with the very same bytes.
        var question: String? {
            guard entry.isFromElsewhere else { return nil }
            if entry.origin == nil, entry.installed?.currentPackage == release.digest { return nil }
            return "\(present). Replace it with \(release.name) from \(entry.server)?"
        }

        /// The order for it.
        ///
        /// - Parameter isAgreed: Whether the user agrees to what ``question`` asks.
        /// - Throws: `AppGroupError` if they don't, although there is a question.
        func order(isAgreed: Bool) throws(AppGroupError) -> CatalogInstaller.Order {
            guard isAgreed || question == nil else {
                throw AppGroupError(
                    .appTaken,
                    "\(present), so it is not replaced without asking; to get it from \(entry.server), add --replace.")
            }
            return source.order(entry, release, replacing: entry.isFromElsewhere)
        }

        /// Where the app that would be replaced came from.
        private var present: String {
            let place =
                entry.state == .byHand
                ? "was registered by hand" : entry.origin.map { "came from \($0)" } ?? "was installed from a file"
            return "\(entry.package.name) (\(entry.package.id)) \(place)"
        }
    }

    /// The release of an app that a person named.
    ///
    /// - Parameters:
    ///   - text: Its id, its name, or part of its name.
    ///   - version: The release; `nil` stands for the newest.
    func choice(_ text: String, version: String?) throws -> Choice {
        let (source, entry) = try entry(text)
        guard let release = version == nil ? entry.newest : entry.package.release(named: version) else {
            if let version {
                throw ClientError(
                    .notFound,
                    "\(entry.server) has no release “\(version)” of \(entry.package.name) that runs here. To list its releases: launcher "
                        + "catalog \(entry.package.id)")
            }
            let misfit = entry.package.releases.first?.platform.misfit(on: .current)
            throw ClientError(
                .unreachable,
                misfit?.sentence(about: "\(entry.package.name)") ?? "No release of \(entry.package.name) runs here.")
        }
        return Choice(entry: entry, release: release, source: source)
    }

    /// The orders for all apps that have an update, except those whose user declined the newest release.
    var updates: [CatalogInstaller.Order] {
        sources.flatMap { source in
            source.view.entries.compactMap { entry in
                guard entry.state == .update, !entry.isNewestDeclined, let release = entry.newest else { return nil }
                return source.order(entry, release, replacing: false)
            }
        }
    }

    /// Apps whose user went back from the newest release, or chose an older one.
    var declined: [CatalogEntry] {
        sources.flatMap(\.view.entries).filter(\.isUpdateDeclined)
    }

    /// Apps whose installed release is no longer offered, although others of its releases are.
    var lostReleases: [CatalogEntry] { sources.flatMap(\.view.entries).filter(\.hasLostRelease) }

    /// Whether every server sent its current catalog, and all of that could be read; otherwise it is not known if there are updates.
    var isComplete: Bool { leftOut.isEmpty && sources.map(\.view.catalog).allSatisfy { $0.isCurrent && $0.isWhole } }

    /// Apps that have a newer release, but came neither from the server that has it nor from another one where the user is logged in.
    ///
    /// - Parameter servers: The servers where the user is logged in.
    func passedOver(servers: Set<ServerAddress>) -> [CatalogEntry] {
        sources.flatMap(\.view.entries).filter { entry in
            entry.isFromElsewhere && entry.isOutdated && entry.installed?.version != nil
                && !(entry.origin.map(servers.contains) ?? false)
        }
    }

    /// How many apps a sentence lists.
    private static let mostListed = 10

    private func entry(_ text: String) throws -> (Source, CatalogEntry) {
        guard !text.isEmpty else {
            throw Misuse("The name of an app is empty; give its id, its name, or part of its name.")
        }
        let candidates =
            try sources.flatMap { try Candidate.all(in: $0.view, of: .success($0)) }
            + leftOut.flatMap { server in
                try server.known.map { try Candidate.all(in: $0, of: .failure(server.failure)) } ?? []
            }
        let found = AppQuery.matches(text, in: candidates.map(\.offer))
        if found.isEmpty, let server = leftOut.first { throw server.lacking(text) }
        guard let first = found.first, let match = candidates.first(where: { $0.offer == first }) else {
            throw ClientError(.notFound, "Your servers offer no app “\(text)”. \(advice(for: text))")
        }
        // If several servers have the app, take it from the one that it came from.
        let matches = Set(found)
        let own = candidates.filter { $0.entry.origin == $0.entry.server && matches.contains($0.offer) }
        if own.count == 1, Set(found.map(\.app)).count == 1 { return (try own[0].source.get(), own[0].entry) }
        guard found.count == 1 else {
            let others = found.count - Self.mostListed
            let list =
                found.prefix(Self.mostListed).map { "\($0.app) from \($0.source)" }.joined(separator: ", ")
                + (others > 0 ? " or one of \(others) others" : "")
            let advice =
                Set(found.map(\.app)).count == 1 ? "Choose a server: --server \(first.source)" : "Be more specific."
            throw AppGroupError(.ambiguous, "“\(text)” could be \(list). \(advice)")
        }
        return (try match.source.get(), match.entry)
    }

    /// What to do about a name that no catalog has.
    private func advice(for text: String) -> String {
        if let app = AppQuery.matches(text, in: views.flatMap(\.fromFiles)).first {
            return "\(app.name) (\(app.id)) came from a file; to update it: launcher install FILE.ipa"
        }
        let catalog = "To list their apps: launcher catalog"
        guard (try? Files.status("./\(text)").kind) == .file else { return catalog }
        return "\(catalog); to install the file: launcher install ./\(text)"
    }
}

extension CatalogEntry {
    /// Whether the app did not come from this server, as far as that is known.
    var isFromElsewhere: Bool { state == .foreign || state == .byHand || (origin ?? server) != server }
}

extension AppOffer {
    /// The offer of a catalog's package, whether it runs here or not.
    init(_ entry: CatalogEntry) throws {
        self.init(
            app: entry.package.id, name: entry.package.name, version: entry.newest?.version,
            source: try OfferSource(entry.server.description))
    }
}

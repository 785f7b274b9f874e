import AppCatalog

extension Publication {
    /// - Parameter removed: The releases that were removed because of this one.
    init(_ published: PublishedRelease, isGranted: Bool?, removed: [Release] = []) {
        let release = published.release
        self.init(
            package: "\(release.contents.package)", name: "\(release.contents.name)", release: CatalogRelease(release),
            rollout: release.terms.rollout.percent, withdrawn: release.terms.withdrawn, existed: published.existed,
            granted: isGranted, removed: removed.isEmpty ? nil : removed.map(\.contents.label))
    }

    /// The report to the publisher, one sentence after the other. If the file had been published before, it says which of the
    /// terms that were asked for the release does not have.
    ///
    /// - Parameter server: The server's URL; empty on the server's machine.
    func report(on wanted: UnappliedTerms.Wanted, server: String) -> [String] {
        guard existed else { return [sentence] + removal + grantAdvice }
        let unapplied = UnappliedTerms(of: wanted, sha256: release.sha256, in: self, id: package, server: server)
        return [sentence] + unapplied.sentences
    }

    private var grantAdvice: [String] {
        guard granted == false else { return [] }
        let channel = release.channel == .beta ? " --channel beta" : ""
        return [
            "No grant covers it, so nobody can get it yet. To grant it to everyone: catalog-server grant add \(package) "
                + "everyone\(channel)"
        ]
    }

    private var sentence: String {
        let name = "\(name)\(release.version.map { " \($0)" } ?? "") (\(package))"
        guard existed else { return "Published \(name), \(terms)." }
        let withdrawal = withdrawn.map { ", but it is withdrawn: \($0)" }
        return "\(name) was published before from the same file\(withdrawal ?? ".")"
    }
}

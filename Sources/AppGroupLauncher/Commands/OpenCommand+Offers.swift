import AppGroup
import AppGroupTerminal

/// Opening what is not installed, but offered by a store.
extension OpenCommand {
    /// The app that the person means. One that is only offered is installed first, if he wants that.
    func target() throws -> OpenTarget {
        do {
            let target = try OpenTarget(what, url: url, in: group)
            guard let (family, id) = target.app, try family.app(id)?.availability.isInstalled != true,
                let offer = try family.offers().first(where: { $0.app == id })
            else { return target }
            try install(offer, into: family)
            return target
        } catch let error as AppGroupError where error.code == .noSuchApp {
            guard let (family, offer) = try offer() else { throw error }
            let url = try url.map { try AppURL($0) }
            try install(offer, into: family)
            return .app(offer.app, url, family)
        }
    }

    /// The only offer that answers to what the person typed.
    private func offer() throws -> (family: Registry, offer: Offer)? {
        let offers = try group.families().flatMap { family in
            ((try? family.offers()) ?? []).map { (family: family, offer: $0) }
        }
        let found = AppQuery.matches(what, in: offers.map(\.offer))
        guard let first = found.first else { return nil }
        guard found.count == 1 else {
            let list = found.map { "\($0.app) from \($0.source)" }.joined(separator: ", ")
            throw AppGroupError(.ambiguous, "“\(what)” is not installed, and could be \(list). Say more of it.")
        }
        return offers.first { $0.offer == first }
    }

    /// Has the store's client install what is offered, where somebody is there to say yes; else says how to.
    private func install(_ offer: Offer, into family: Registry) throws {
        let name = "\(offer.name)\(offer.version.map { " \($0)" } ?? "")"
        guard !dryRun, Talk.confirm("\(name) is not installed; \(offer.source) offers it. Install it now?") else {
            throw AppGroupError(
                .notInstalled,
                "\(offer.name) (\(offer.app)) is not installed; \(offer.source) offers it. To install it: launcher install "
                    + "\(offer.app)")
        }
        let status = ExternalCommand.runStore([
            "install", "\(offer.app)", "--server", "\(offer.source)", "--group", "\(family.group)",
        ])
        guard status == 0 else { ThisProcess.exit(status) }
    }
}

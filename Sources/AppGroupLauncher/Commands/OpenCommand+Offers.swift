import AppGroup
import AppGroupTerminal

/// Opening what is not installed, but offered by a store.
extension OpenCommand {
    /// The app that the person means. One that is only offered is installed first, if he wants that.
    func app() throws -> (family: Registry, id: AppID) {
        do {
            let (family, app) = try group.app(what)
            guard !app.availability.isInstalled, let offer = try family.offers().first(where: { $0.app == app.id })
            else { return (family, app.id) }
            try install(offer, into: family)
            return (family, app.id)
        } catch let error as AppGroupError where error.code == .noSuchApp {
            guard let (family, offer) = try offer() else { throw error }
            try install(offer, into: family)
            return (family, offer.app)
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

import AppGroup
import AppGroupCommands

// How the commands that install from catalogs make orders and carry them out.

extension InstallPlan.Choice {
    /// The order for it. If it would replace an app that came from elsewhere, the user is asked.
    ///
    /// - Parameter isAgreed: Whether the user has agreed already, with `--replace`.
    /// - Throws: `AppGroupError` if they don't agree.
    func order(askingUnless isAgreed: Bool) throws(AppGroupError) -> CatalogInstaller.Order {
        try order(isAgreed: isAgreed || question.map(Talk.confirm) == true)
    }
}

extension CatalogInstaller {
    /// Installs what was ordered, once per app, and tells the groups what the catalogs offer now.
    func carryOut(
        _ orders: [Order], _ attempts: inout Attempts, then catalogs: CatalogSession, _ sources: [InstallPlan.Source]
    ) async throws {
        var seen: Set<AppID> = []
        let failures = await install(orders.filter { seen.insert($0.entry.package.id).inserted })
        let offering = Result { try catalogs.offerAgain(sources, now: now) }
        for (order, error) in failures {
            try attempts.note(error, of: "\(order.entry.package.name)", hasLine: true)
        }
        try offering.get()
    }
}

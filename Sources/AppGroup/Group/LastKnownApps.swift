/// The apps of several groups as they were when each could last be read.
package struct LastKnownApps {
    private var listings: [GroupID: GroupListing] = [:]
    /// The groups that could not be read the last time, and why.
    package private(set) var failures: [GroupID: AppGroupError] = [:]

    package init() {}

    /// Reads each group again. If a group cannot be read, its last known apps stay; groups that are gone are forgotten.
    ///
    /// - Parameters:
    ///   - order: In which order to read the apps.
    ///   - selection: Which apps.
    ///   - onFailure: Called once when a group can no longer be read, until it can be read again.
    /// - Returns: What is known of each group, as likely as in ``GroupSet/apps(order:including:excludingCurrent:onFailure:)``.
    package mutating func read(
        _ registries: [Registry], order: AppOrder?, including selection: Registry.Selection,
        onFailure: (GroupID, AppGroupError) -> Void = { _, _ in }
    ) -> [[AppEntry]] {
        let groups = Set(registries.map(\.group))
        listings = listings.filter { groups.contains($0.key) }
        failures = failures.filter { groups.contains($0.key) }
        let isCompared = registries.count > 1 && order.isByLikelihood
        for registry in registries {
            do {
                listings[registry.group] = try registry.listing(
                    order: order, including: selection, isCompared: isCompared)
                failures[registry.group] = nil
            } catch {
                if failures.updateValue(error, forKey: registry.group) == nil { onFailure(registry.group, error) }
            }
        }
        let known = registries.map { listings[$0.group] ?? GroupListing([], of: [], openings: []) }
        return known.apps(isCompared ? GroupShares(known.map(\.moments)) : nil)
    }
}

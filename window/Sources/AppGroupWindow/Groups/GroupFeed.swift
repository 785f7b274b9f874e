#if canImport(CAdwaita)
package import AppGroup
import AppGroupPlatform
import Synchronization

/// Reads groups, and again after each change, on a thread of its own.
package final class GroupFeed: Sendable {
    /// What is known about the groups.
    package struct Contents: Sendable {
        package let registries: [Registry]
        /// All apps, in order, including hidden and missing ones.
        package let apps: [AppEntry]
        /// What servers offer, by name.
        package let offers: [(offer: AppOffer, group: GroupID)]
        /// Why a group could not be read.
        package let failures: [AppGroupError]

        /// What a grid shows if nothing is typed: the shown apps, then the offers.
        package var listed: [GroupItem] {
            apps.filter(\.isShown).map(GroupItem.app) + offers.map { .offer($0.offer, for: $0.group) }
        }

        /// What a search finds: each app is followed by its actions.
        package var searched: [GroupItem] {
            GroupItem.items(of: apps.filter(\.isShown), withActions: true)
                + offers.map { .offer($0.offer, for: $0.group) }
        }
    }

    private let watch: GroupWatch
    private let order: AppOrder?
    private let known = Mutex(LastKnownApps())

    /// - Parameters:
    ///   - group: `nil` for all groups on this machine, including later ones.
    ///   - order: `nil` for the one that suits the apps.
    /// - Throws: `AppGroupError` if the folder of groups cannot be read, or the system has no pipe left.
    package init(_ group: GroupID?, order: AppOrder?, environment: ProcessEnvironment) throws(AppGroupError) {
        watch = try GroupWatch(group, environment: environment)
        self.order = order
    }

    package var registries: [Registry] { watch.registries }

    /// Reads the groups now. What is known of a group that cannot be read stays.
    package func read() -> Contents {
        let registries = watch.registries
        return known.withLock { known in
            let lists = known.read(registries, order: order, including: .all)
            watch.noteShown(lists.flatMap(\.self))
            var failures: [AppGroupError] = []
            var offers: [(offer: AppOffer, group: GroupID)] = []
            for registry in registries {
                do throws(AppGroupError) {
                    offers += try registry.offers().map { (offer: $0, group: registry.group) }
                } catch {
                    failures.append(error)
                }
            }
            return Contents(
                registries: registries, apps: GroupSet.merged(lists, order: order),
                offers: offers.sorted { $0.offer.name < $1.offer.name }, failures: failures)
        }
    }

    /// Reads the groups after each change, and passes them on to the main thread, at most ten times a second.
    ///
    /// - Throws: `AppGroupError` if the system has no thread left.
    package func follow(_ onChange: @escaping @MainActor @Sendable (Contents) -> Void) throws(AppGroupError) {
        try watch.follow { [self] in
            let contents = read()
            MainLoop.post { onChange(contents) }
        }
    }

    /// Stops following.
    package func end() { watch.end() }
}
#endif

#if canImport(CAdwaita)
package import AppGroup
package import AppGroupHome
import AppGroupPlatform
import CAdwaita
import Synchronization

/// Reads groups, and again after each change, on a thread of its own.
package final class GroupFeed: Sendable {
    /// The contents of the groups, in lists that share their items.
    package struct Contents: Sendable {
        package let registries: [Registry]
        /// Whether there is any app, even one that is not installed.
        package let hasApps: Bool
        /// Whether there is an app that is not shown although the user has not hidden it.
        package let hasMissing: Bool
        /// The shown apps, in order.
        package let apps: [GroupItem]
        /// The apps that the user has hidden, in order.
        package let hidden: [GroupItem]
        /// The offers of servers, by name.
        package let offers: [GroupItem]
        /// The items that a search looks through: each shown app is followed by its actions.
        package let searched: [GroupItem]
        /// The sum of the badges of the shown apps.
        package let total: BadgeCount
        /// What tells installed apps of the same name apart.
        package let distinctions: [AppKey: String]
        /// Why groups could not be read, one reason for each.
        package let failures: [AppGroupError]

        /// Before anything was read.
        package static let nothing = Contents([], [], offers: [], failures: [])

        fileprivate init(
            _ registries: [Registry], _ all: [AppEntry], offers: [(offer: AppOffer, group: GroupID)],
            failures: [AppGroupError]
        ) {
            self.registries = registries
            self.failures = failures
            hasApps = !all.isEmpty
            hasMissing = all.contains { !$0.isShown && !$0.preferences.isHidden }
            let shown = all.filter(\.isShown)
            apps = shown.map(GroupItem.app)
            let hidden = all.filter { $0.preferences.isHidden && $0.availability.isInstalled }
            self.hidden = hidden.map(GroupItem.app)
            distinctions = (shown + hidden).distinctions
            self.offers = offers.sorted { $0.offer.name < $1.offer.name }.map { .offer($0.offer, for: $0.group) }
            searched = GroupItem.items(of: shown, withActions: true) + self.offers
            total = shown.totalBadge
        }
    }

    private let watch: GroupWatch
    private let order: AppOrder?
    private let known: Mutex<Known>

    private struct Known {
        /// How much room the heap gets before the groups are first read, in bytes; `nil` afterwards, and for none.
        var room: Int?
        var apps = LastKnownApps()
        /// The apps that were read last, if their programs are not watched yet.
        var unwatched: [AppEntry]?
    }

    /// - Parameters:
    ///   - group: `nil` for all groups on this machine, including later ones.
    ///   - order: `nil` for the one that suits the apps.
    ///   - room: How much room the heap of the thread that first reads the groups gets before that, in bytes; `nil` for none. Only a
    ///     program that has called `app_group_limit_heaps` may ask for it, because it sets the same limits again.
    /// - Throws: `AppGroupError` if the folder of groups cannot be read, or the system has no pipe left.
    package init(
        _ group: GroupID?, order: AppOrder?, environment: ProcessEnvironment, room: Int? = nil
    ) throws(AppGroupError) {
        watch = try GroupWatch(group, environment: environment)
        self.order = order
        known = Mutex(Known(room: room))
    }

    package var registries: [Registry] { watch.registries }

    /// Reads the groups now. If a group cannot be read, its last known apps stay.
    ///
    /// - Parameter use: Gets what was read, before anybody else reads.
    private func read(_ use: (Contents) -> Void) {
        let registries = watch.registries
        known.withLock { known in
            if let room = known.room.take() { app_group_reserve_heap(room) }
            let lists = known.apps.read(registries, order: order, including: .all)
            known.unwatched = lists.count == 1 ? lists[0] : lists.flatMap(\.self)
            var failures = known.apps.failures
            var offers: [(offer: AppOffer, group: GroupID)] = []
            for registry in registries {
                do throws(AppGroupError) {
                    offers += try registry.offers().map { (offer: $0, group: registry.group) }
                } catch {
                    failures[registry.group] = failures[registry.group] ?? error
                }
            }
            use(
                Contents(
                    registries, GroupSet.merged(lists, order: order), offers: offers,
                    failures: registries.compactMap { failures[$0.group] }))
            MainLoop.postWhenIdle { [self] in if !Threads.start(settle) { settle() } }
        }
    }

    /// Reads the groups now. If a group cannot be read, its last known apps stay.
    package func read() -> Contents {
        var contents = Contents.nothing
        read { contents = $0 }
        return contents
    }

    /// Passes the groups on to the main thread now and after each change, at most ten times a second. They are read on another
    /// thread.
    ///
    /// - Parameter beginsNow: Whether to read them before the first change.
    /// - Throws: `AppGroupError` if the system has no thread left.
    package func follow(
        beginningNow beginsNow: Bool = true, _ onChange: @escaping @MainActor @Sendable (Contents) -> Void
    ) throws(AppGroupError) {
        try watch.follow(beginningNow: beginsNow) { [self] in pass(to: onChange) }
    }

    /// Reads the groups after a change by this process, which gives no hint, and passes them on to the main thread.
    package func readAgain(_ onChange: @escaping @MainActor @Sendable (Contents) -> Void) {
        if !Threads.start({ [self] in pass(to: onChange) }) { pass(to: onChange) }
    }

    private func pass(to onChange: @escaping @MainActor @Sendable (Contents) -> Void) {
        read { contents in MainLoop.post { onChange(contents) } }
    }

    /// Notices from now on if programs appear or disappear, or have done so since the groups were read, and gives memory back. While
    /// this continues, a frame takes longer.
    private func settle() {
        if let apps = known.withLock({ $0.unwatched.take() }) { watch.noteShown(apps) }
        for registry in watch.registries { registry.releaseMemory() }
        app_group_give_back_memory()
    }

    /// Stops following.
    package func end() { watch.end() }
}
#endif

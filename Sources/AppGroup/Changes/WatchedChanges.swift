import AppGroupPlatform

/// The changes in the groups that a ``GroupWatch`` watches, one by one.
package struct WatchedChanges {
    private let watch: GroupWatch
    private var followers: [(group: GroupID, follower: ChangeFollower)]

    /// Begins now, with the groups that are watched now.
    package init(_ watch: GroupWatch) {
        self.watch = watch
        followers = watch.registries.map { ($0.group, ChangeFollower(storage: $0.storage, fromNothing: false)) }
    }

    /// Waits for changes. In a group that appeared since the last call, everything is a change.
    ///
    /// - Returns: The changes since the last call, which may be none, group by group.
    package mutating func next() -> [(group: GroupID, change: RegistryChange)] {
        watch.waitForChange(isResting: false)
        for registry in watch.registries where !followers.contains(where: { $0.group == registry.group }) {
            followers.append((registry.group, ChangeFollower(storage: registry.storage, fromNothing: true)))
        }
        return followers.flatMap { group, follower in follower.advance().map { (group, $0) } }
    }
}

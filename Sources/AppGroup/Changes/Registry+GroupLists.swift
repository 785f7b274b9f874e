public import AppGroupPlatform
import Synchronization

extension Registry {
    /// The groups that have a registry on this machine: the current list, then the whole list again whenever it changes.
    ///
    /// Each use is a subscription of its own, which ends when its loop is left or its task is canceled.
    public static func groupLists(environment: ProcessEnvironment = .current) -> AsyncStream<[GroupID]> {
        groupLists(environment: environment, sweep: ChangeFollower.sweep)
    }

    /// - Parameter sweep: How often to look without a hint.
    static func groupLists(environment: ProcessEnvironment, sweep: Duration) -> AsyncStream<[GroupID]> {
        AsyncStream { continuation in
            let follower = GroupFollower(environment: environment)
            follower.follow(continuation)
            continuation.look(after: follower.hints, andEvery: sweep) { follower.follow(continuation) }
        }
    }
}

extension Registry {
    /// What to watch for groups that come or go: the folder of groups, and the files that will be in those that are being
    /// created.
    static func groupListTargets(environment: ProcessEnvironment) -> [NameWatch.Target] {
        guard let parent = try? Container.parent(in: environment) else { return [] }
        let groups = ((try? Files.entries(of: parent)) ?? []).compactMap { try? GroupID($0) }
        return [NameWatch.Target(folder: ExactPath(parent), names: nil)]
            + groups.map { Container(group: $0, parent: parent).hintTarget }
    }
}

/// Compares the groups with what they were when last looked at.
private final class GroupFollower: Sendable {
    private let environment: ProcessEnvironment
    private let seen = Mutex([GroupID]?.none)

    init(environment: ProcessEnvironment) { self.environment = environment }

    func follow(_ continuation: AsyncStream<[GroupID]>.Continuation) {
        seen.withLock { seen in
            // A folder that cannot be read now counts as unchanged.
            guard let groups = try? Registry.groups(environment: environment), groups != seen else { return }
            seen = groups
            continuation.yield(groups)
        }
    }

    /// Ticks when something appears in the folder of groups or disappears. The registry of a new group appears a moment after
    /// its folder.
    func hints() -> AsyncStream<Void> {
        let targets = Registry.groupListTargets(environment: environment)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = FolderWatch(targets, echoes: SQLiteStorage.echoes) { continuation.yield() }
            continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        }
    }
}

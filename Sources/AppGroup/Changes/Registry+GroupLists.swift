import Synchronization

extension Registry {
    /// The groups that have a store on this machine: those that there are, then all of them again whenever one came or went.
    ///
    /// Each use is a subscription of its own, which ends when its loop is left or its task is cancelled.
    public static func groupLists(environment: ProcessEnvironment = .current) -> AsyncStream<[GroupID]> {
        groupLists(environment: environment, sweep: ChangeFollower.sweep)
    }

    /// - Parameter sweep: How often to look without a hint.
    static func groupLists(environment: ProcessEnvironment, sweep: Duration) -> AsyncStream<[GroupID]> {
        AsyncStream { continuation in
            let follower = GroupFollower(environment: environment)
            follower.follow(continuation)
            let task = Task {
                await withDiscardingTaskGroup { tasks in
                    tasks.addTask {
                        let hints = follower.hints()
                        // What changed before anybody watched gives no hint any more.
                        follower.follow(continuation)
                        for await _ in hints { follower.follow(continuation) }
                    }
                    tasks.addTask {
                        while (try? await Task.sleep(for: sweep)) != nil { follower.follow(continuation) }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

#if os(Linux)
extension Registry {
    /// What gives a hint of a group that came or went: the folder of groups, and the folder that it lies in.
    static func groupListTargets(environment: ProcessEnvironment) -> [DirectoryWatch.Target] {
        guard let parent = try? Container.parent(in: environment) else { return [] }
        return [
            DirectoryWatch.Target(folder: parent, names: nil),
            DirectoryWatch.Target(folder: Paths.parent(of: parent), names: [Paths.lastComponent(of: parent)]),
        ]
    }
}
#endif

/// Compares the groups with what they were when last looked at.
private final class GroupFollower: Sendable {
    private let environment: ProcessEnvironment
    private let seen = Mutex([GroupID]?.none)

    init(environment: ProcessEnvironment) { self.environment = environment }

    func follow(_ continuation: AsyncStream<[GroupID]>.Continuation) {
        seen.withLock { seen in
            // A folder that cannot be read for a while says nothing meanwhile.
            guard let groups = try? Registry.groups(environment: environment), groups != seen else { return }
            seen = groups
            continuation.yield(groups)
        }
    }

    /// Ticks when something appears in the folder of groups or goes. A new group has its store a moment after its folder.
    func hints() -> AsyncStream<Void> {
        #if os(Linux)
        let targets = Registry.groupListTargets(environment: environment)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = DirectoryWatch(targets, echoes: SQLiteStorage.echoes) { continuation.yield() }
            continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        }
        #else
        return AsyncStream { _ in }
        #endif
    }
}

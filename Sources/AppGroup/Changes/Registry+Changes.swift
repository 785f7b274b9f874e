import Synchronization

extension Registry {
    /// The changes in the group from now on, made by any process.
    ///
    /// Each use of this property is a subscription of its own, which ends when its loop is left or its task is canceled.
    /// Changes that follow each other closely may arrive as one: what counts is the state, not each step. While the
    /// registry cannot be read, nothing is yielded; afterwards, everything that is different is.
    public var changes: AsyncStream<RegistryChange> { changes(sweep: ChangeFollower.sweep) }

    /// - Parameter sweep: How often to look without a hint.
    func changes(sweep: Duration) -> AsyncStream<RegistryChange> {
        let follower = ChangeFollower(storage: storage, fromNothing: false)
        return AsyncStream { continuation in
            continuation.look(after: storage.hints, andEvery: sweep) { follower.follow(continuation) }
        }
    }
}

extension AsyncStream.Continuation where Element: Sendable {
    /// Calls `look` after each hint, and regularly in case there was none, until the stream ends.
    ///
    /// - Parameters:
    ///   - hints: Begins to watch, and ticks soon after something may have changed.
    ///   - look: Yields what has changed since it was last called. Several tasks call it.
    func look(
        after hints: @escaping @Sendable () -> AsyncStream<Void>, andEvery sweep: Duration,
        _ look: @escaping @Sendable () -> Void
    ) {
        let task = Task {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    let hints = hints()
                    // Changes before the watch began give no hint.
                    look()
                    for await _ in hints { look() }
                }
                group.addTask {
                    while (try? await Task.sleep(for: sweep)) != nil { look() }
                }
            }
            finish()
        }
        onTermination = { _ in task.cancel() }
    }
}

/// Compares a group with what it was when last looked at.
final class ChangeFollower: Sendable {
    private let storage: any RegistryStorage
    private let seen: Mutex<Seen>

    private struct Seen {
        var version: StorageVersion?
        var snapshot = GroupSnapshot()
    }

    /// How often to look without a hint.
    static let sweep = Duration.seconds(GroupWatch.sweep)

    /// - Parameter fromNothing: Whether what is there already counts as a change.
    init(storage: any RegistryStorage, fromNothing: Bool) {
        self.storage = storage
        seen = Mutex(Seen())
        if !fromNothing { _ = advance() }
    }

    /// Looks again, and passes the changes on. Several tasks may do that: the order of changes stays.
    func follow(_ continuation: AsyncStream<RegistryChange>.Continuation) {
        seen.withLock { seen in
            for change in advance(&seen) { continuation.yield(change) }
        }
    }

    /// Looks again, and returns the changes.
    func advance() -> [RegistryChange] { seen.withLock { advance(&$0) } }

    private func advance(_ seen: inout Seen) -> [RegistryChange] {
        // The version is read first: a change between the two reads is then found twice, but never missed.
        guard let version = try? storage.version(), version != seen.version,
            let snapshot = try? storage.read({ try GroupSnapshot($0) })
        else { return [] }
        let changes = seen.snapshot.changes(to: snapshot)
        seen = Seen(version: version, snapshot: snapshot)
        return changes
    }
}

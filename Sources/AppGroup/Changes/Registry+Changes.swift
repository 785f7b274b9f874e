import Synchronization

extension Registry {
    /// What becomes different in the family from now on, whichever process does it.
    ///
    /// Each use of this property is a subscription of its own, which ends when its loop is left or its task is cancelled.
    /// Changes that follow each other closely may arrive as one: what counts is the state, not each step. A store that
    /// cannot be read for a while yields nothing meanwhile, and afterwards whatever is different.
    public var changes: AsyncStream<RegistryChange> { changes(sweep: ChangeFollower.sweep) }

    /// As ``changes``, of a family that has only just come to light: what it has by now counts as a change.
    package var changesFromNothing: AsyncStream<RegistryChange> {
        changes(sweep: ChangeFollower.sweep, fromNothing: true)
    }

    /// - Parameters:
    ///   - sweep: How often to look without a hint.
    ///   - fromNothing: Whether what is there already counts as a change.
    func changes(sweep: Duration, fromNothing: Bool = false) -> AsyncStream<RegistryChange> {
        let follower = ChangeFollower(storage: storage, fromNothing: fromNothing)
        return AsyncStream { continuation in
            let task = Task {
                await withDiscardingTaskGroup { group in
                    group.addTask {
                        let hints = storage.hints()
                        // What changed before anybody watched gives no hint any more.
                        follower.follow(continuation)
                        for await _ in hints { follower.follow(continuation) }
                    }
                    group.addTask {
                        while (try? await Task.sleep(for: sweep)) != nil {
                            follower.follow(continuation)
                        }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Compares a family with what it was when last looked at.
final class ChangeFollower: Sendable {
    private let storage: any RegistryStorage
    private let seen: Mutex<Seen>

    private struct Seen {
        var version: StorageVersion?
        var snapshot = FamilySnapshot()
    }

    /// How often to look without a hint.
    static let sweep = Duration.seconds(FamilyWatch.sweep)

    init(storage: any RegistryStorage, fromNothing: Bool) {
        self.storage = storage
        seen = Mutex(Seen())
        if !fromNothing { _ = advance() }
    }

    func follow(_ continuation: AsyncStream<RegistryChange>.Continuation) {
        for change in advance() { continuation.yield(change) }
    }

    /// Looks again, and says what is different.
    private func advance() -> [RegistryChange] {
        seen.withLock { seen in
            // The version is taken first: what changes between the two reads is then found once more, never missed.
            guard let version = try? storage.version(), version != seen.version,
                let snapshot = try? storage.read({ try FamilySnapshot($0) })
            else { return [] }
            let changes = seen.snapshot.changes(to: snapshot)
            seen = Seen(version: version, snapshot: snapshot)
            return changes
        }
    }
}

import AppGroup
import Synchronization

/// The sessions that were asked for lately, true within one generation, and when they were used.
final class SessionCache: Sendable {
    private struct Entry {
        let identity: Identity
        let generation: Generation
        var noted: Timestamp
    }

    private struct State {
        var entries: [TokenHash: Entry] = [:]
        var uses: [Session.ID: Timestamp] = [:]
    }

    private let state = Mutex(State())
    private let lifetime: SessionLifetime
    /// At most so many; each takes about half a kilobyte.
    private let capacity: Int

    /// A use is remembered once in so many milliseconds.
    private static let useInterval: Int64 = 60_000

    init(lifetime: SessionLifetime, capacity: Int = 20_000) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// Whose token it is, if that is known in this generation, and counts as a use.
    func identity(of token: TokenHash, in generation: Generation, at now: Timestamp) -> Identity? {
        state.withLock { state in
            guard var entry = state.entries[token], entry.generation == generation else { return nil }
            if now.milliseconds - entry.noted.milliseconds >= Self.useInterval {
                let session = entry.identity.session.used(at: entry.noted)
                guard !lifetime.hasEnded(session, at: now) else {
                    state.entries[token] = nil
                    return nil
                }
                entry.noted = now
                state.entries[token] = entry
                state.uses[session.id] = now
            }
            return entry.identity
        }
    }

    /// Remembers what the data said in a generation that was read before it.
    func store(_ identity: Identity, of token: TokenHash, in generation: Generation, at now: Timestamp) {
        state.withLock { state in
            if state.entries.count >= capacity {
                state.entries = state.entries.filter { $0.value.generation >= generation }
            }
            if state.entries.count >= capacity { state.entries.removeAll(keepingCapacity: true) }
            state.entries[token] = Entry(identity: identity, generation: generation, noted: now)
            state.uses[identity.session.id] = now
        }
    }

    /// The uses since they were last taken.
    func takeUses() -> [Session.ID: Timestamp] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
    }
}

extension Session {
    fileprivate func used(at moment: Timestamp) -> Session {
        Session(id: id, user: user, client: client, created: created, lastUsed: max(lastUsed, moment))
    }
}

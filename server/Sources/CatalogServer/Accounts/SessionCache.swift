import AppGroup
import Synchronization

/// Recently used sessions, each valid within one generation, and when they were used.
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
    /// The most sessions; each takes about half a kilobyte.
    private let capacity: Int

    /// The shortest time between two recorded uses of a session, in milliseconds.
    private static let useInterval: Int64 = 60_000

    init(lifetime: SessionLifetime, capacity: Int = 20_000) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// The user and session of a token, if they are known in this generation. Records a use.
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

    /// Remembers data that was read after its generation was.
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

    /// The uses since the last call.
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

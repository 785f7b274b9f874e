import Synchronization

/// Computed catalogs: each user's, valid within one generation, and the renderings, which depend only on what they show and so
/// outlive it.
final class CatalogCache: Sendable {
    /// Identifies what a rendering shows: a hash of its releases and their terms.
    typealias Key = [UInt8]

    private struct State {
        var generation: Generation?
        var shelf: ReleaseShelf?
        var users: [User.ID: RenderedCatalog] = [:]
        var renderings: [Key: (rendering: RenderedCatalog, lastUse: UInt64)] = [:]
        var cost = 0
        var uses: UInt64 = 0

        /// Forgets what was valid in an older generation.
        ///
        /// - Returns: Whether `generation` is now the current one, rather than an outdated one.
        mutating func advance(to generation: Generation) -> Bool {
            if let present = self.generation, present >= generation { return present == generation }
            self.generation = generation
            shelf = nil
            users = [:]
            return true
        }
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: How many bytes of renderings to keep, approximately.
    init(limit: Int = 128 << 20) { self.limit = limit }

    /// The user's catalog, if it was computed in this generation.
    func catalog(of user: User.ID, in generation: Generation) -> RenderedCatalog? {
        state.withLock { $0.generation == generation ? $0.users[user] : nil }
    }

    /// All releases, if they were read in this generation.
    func shelf(in generation: Generation) -> ReleaseShelf? {
        state.withLock { $0.generation == generation ? $0.shelf : nil }
    }

    /// Keeps all releases, read in this generation or later.
    func keep(_ shelf: ReleaseShelf, in generation: Generation) {
        state.withLock { state in
            if state.advance(to: generation) { state.shelf = shelf }
        }
    }

    /// The rendering with that key, if there is one.
    func rendering(_ key: Key) -> RenderedCatalog? {
        state.withLock { state in
            state.uses += 1
            state.renderings[key]?.lastUse = state.uses
            return state.renderings[key]?.rendering
        }
    }

    /// Keeps a user's catalog, computed in this generation.
    func keep(_ rendering: RenderedCatalog, as key: Key, of user: User.ID, in generation: Generation) {
        state.withLock { state in
            if state.advance(to: generation) { state.users[user] = rendering }
            if state.renderings[key] == nil {
                state.uses += 1
                state.renderings[key] = (rendering, state.uses)
                state.cost += rendering.cost
                if state.cost > limit { Self.discardOldest(&state, downTo: limit / 2) }
            }
        }
    }

    /// Users would keep discarded renderings alive until the next generation, so their entries go, too.
    private static func discardOldest(_ state: inout State, downTo limit: Int) {
        for (key, kept) in state.renderings.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where state.cost > limit
        {
            state.renderings[key] = nil
            state.cost -= kept.rendering.cost
        }
        state.users = [:]
    }
}

import Synchronization

/// What was computed of catalogues: which one each user has, true within one generation, and the renderings themselves, which
/// depend on nothing but what they show and so outlive it.
final class CatalogCache: Sendable {
    /// Says what a rendering shows: a hash of its releases and their terms.
    typealias Key = [UInt8]

    private struct State {
        var generation: Generation?
        var shelf: ReleaseShelf?
        var users: [User.ID: RenderedCatalog] = [:]
        var renderings: [Key: (rendering: RenderedCatalog, lastUse: UInt64)] = [:]
        var cost = 0
        var uses: UInt64 = 0

        /// Forgets what was true in an older generation; whatever was learned in an older one than the present is no use.
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

    /// - Parameter limit: About how many bytes of renderings are kept.
    init(limit: Int = 128 << 20) { self.limit = limit }

    /// The user's catalogue, if it was computed in this generation.
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

    /// The rendering of these releases, if there is one.
    func rendering(_ key: Key) -> RenderedCatalog? {
        state.withLock { state in
            state.uses += 1
            state.renderings[key]?.lastUse = state.uses
            return state.renderings[key]?.rendering
        }
    }

    /// Keeps a user's catalogue, computed in this generation.
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

    /// Whoever still has one of the discarded keeps it alive until the next generation, so they go from the users, too.
    private static func discardOldest(_ state: inout State, downTo limit: Int) {
        for (key, kept) in state.renderings.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where state.cost > limit
        {
            state.renderings[key] = nil
            state.cost -= kept.rendering.cost
        }
        state.users = [:]
    }
}

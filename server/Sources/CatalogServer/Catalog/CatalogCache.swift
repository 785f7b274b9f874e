import Accounts
import Synchronization

/// Rendered catalogs by what they show. They depend on nothing else, so a change never outdates them; those that were not used for
/// the longest time make room for others.
final class CatalogCache: Sendable {
    private struct State {
        var renderings: [RenderedCatalog.Key: (rendering: RenderedCatalog, lastUse: UInt64)] = [:]
        var cost = 0
        var uses: UInt64 = 0
        var misses = 0
    }

    private let state = Mutex(State())

    /// What the renderings take; a miss is a rendering.
    var usage: CacheUsage { state.withLock { CacheUsage(cache: "catalogs", bytes: $0.cost, misses: $0.misses) } }

    /// The rendering with that key, if there is one.
    func rendering(_ key: RenderedCatalog.Key) -> RenderedCatalog? {
        state.withLock { state in
            state.uses += 1
            state.renderings[key]?.lastUse = state.uses
            let rendering = state.renderings[key]?.rendering
            if rendering == nil { state.misses += 1 }
            return rendering
        }
    }

    /// Keeps a rendering.
    ///
    /// - Parameter limit: How many bytes of renderings to keep, approximately.
    func keep(_ rendering: RenderedCatalog, as key: RenderedCatalog.Key, limit: Int) {
        state.withLock { state in
            guard state.renderings[key] == nil else { return }
            state.uses += 1
            state.renderings[key] = (rendering, state.uses)
            state.cost += rendering.cost
            if state.cost > limit { Self.discardOldest(&state, downTo: limit / 2) }
        }
    }

    private static func discardOldest(_ state: inout State, downTo limit: Int) {
        for (key, kept) in state.renderings.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where state.cost > limit
        {
            state.renderings[key] = nil
            state.cost -= kept.rendering.cost
        }
    }
}

/// How the memory for what was read from the database is divided. All numbers are in bytes, approximately.
struct CacheShares: Hashable, Sendable {
    /// For sessions and their users.
    let sessions: Int
    /// For what users may have.
    let rights: Int
    /// For catalogs.
    let catalogs: Int

    /// Divides a number of bytes.
    init(of total: Int) {
        sessions = total / 4
        rights = total / 8 * 3
        catalogs = total - sessions - rights
    }

    static let standard = CacheShares(of: 256 << 20)
}

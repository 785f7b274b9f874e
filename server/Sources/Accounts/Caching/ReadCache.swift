import Synchronization

/// Something about one user that was read from the store.
public protocol Cacheable: Sendable {
    /// A summary of changes of the store.
    associatedtype Changes: ChangeSummary

    var user: AccountID { get }

    /// The approximate memory that it takes, in bytes.
    var cost: Int { get }

    /// The users whose values may be outdated by changes; `nil` if any user's may be.
    static func users(concernedBy changes: Changes) -> Set<AccountID>?

    /// Whether a value that was read before these changes may be outdated.
    func isOutdated(by changes: Changes) -> Bool
}

/// Values that were read from the store, each until a change concerns it, as many as there is room for.
///
/// A value is never returned after this process has learned of a change that concerns it, even if its reading began before that.
/// Callers who ask for the same value at the same time wait for one reading.
public final class ReadCache<Key: Hashable & Sendable, Value: Cacheable>: Sendable {
    /// A reading under way.
    private struct Reading {
        let number: Int
        /// The generation in which it began.
        let since: Generation
        let task: Task<Value?, any Error>
    }

    private struct State {
        var generation: Generation
        var table = CacheTable<Key, Value>()
        var readings: [Key: Reading] = [:]
        var readingCount = 0
    }

    private enum Found {
        case value(Value)
        case reading(Reading)
    }

    private let notifier: ChangeNotifier<Value.Changes>
    private let limit: Int
    private let state: Mutex<State>

    /// - Parameter limit: How many bytes to keep, approximately.
    public init(changes notifier: ChangeNotifier<Value.Changes>, limit: Int) {
        self.notifier = notifier
        self.limit = limit
        state = Mutex(State(generation: notifier.current))
    }

    /// The memory that the cache takes, and its misses; a miss is a reading.
    public func usage(as name: String) -> CacheUsage {
        state.withLock { CacheUsage(cache: name, bytes: $0.table.cost, misses: $0.readingCount) }
    }

    /// The value of a key, which `read` reads from the store if it is not known; `nil` if there is none.
    public func value(of key: Key, read: @escaping @Sendable () async throws -> Value?) async throws -> Value? {
        while true {
            switch find(key, read) {
            case .value(let value): return value
            case .reading(let reading):
                let result = await reading.task.result
                let isCurrent = keep(try? result.get(), from: reading, as: key)
                let value = try result.get()
                if isCurrent { return value }
            }
        }
    }

    /// Forgets the value of a key.
    public func forget(_ key: Key) { state.withLock { $0.table.remove(key) } }

    private func find(_ key: Key, _ read: @escaping @Sendable () async throws -> Value?) -> Found {
        state.withLock { state in
            catchUp(&state)
            if let value = state.table.use(key) { return .value(value) }
            if let reading = state.readings[key] { return .reading(reading) }
            state.readingCount += 1
            let reading = Reading(
                number: state.readingCount, since: state.generation, task: Task { try await read() })
            state.readings[key] = reading
            return .reading(reading)
        }
    }

    /// Keeps what was read.
    ///
    /// - Returns: Whether nothing that concerns it has changed since the reading began.
    private func keep(_ value: Value?, from reading: Reading, as key: Key) -> Bool {
        state.withLock { state in
            catchUp(&state)
            let isFirst = state.readings[key]?.number == reading.number
            if isFirst { state.readings[key] = nil }
            guard let value else { return true }
            guard !value.isOutdated(by: notifier.changes(after: reading.since).changes) else { return false }
            if isFirst { state.table.insert(value, as: key, limit: limit) }
            return true
        }
    }

    /// Forgets what may be outdated.
    private func catchUp(_ state: inout State) {
        let (changes, through) = notifier.changes(after: state.generation)
        guard through != state.generation else { return }
        state.generation = through
        if changes.isUnknown {
            state.table = CacheTable()
        } else {
            state.table.remove(from: Value.users(concernedBy: changes)) { $0.isOutdated(by: changes) }
        }
    }
}

/// The memory of one cache, and its misses.
public struct CacheUsage: Hashable, Sendable {
    /// Its name in the metrics.
    public let cache: String
    /// The approximate memory that it takes, in bytes.
    public let bytes: Int
    /// How often something had to be read or made that was not in it.
    public let misses: Int

    /// The use of a cache with a name.
    public init(cache: String, bytes: Int, misses: Int) {
        self.cache = cache
        self.bytes = bytes
        self.misses = misses
    }
}

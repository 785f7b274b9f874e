import Accounts
import AppGroup
import ServerTestSupport
import Serving
import Synchronization
import Testing

@testable import CatalogServer

struct ReadCacheTests {
    /// A number that belongs to a user, and is outdated when their rights change.
    struct Value: Cacheable, Equatable {
        let user: User.ID
        var number = 0

        var cost: Int { 1_000 - CacheTable<Int, Value>.entryCost }

        static func users(concernedBy changes: Changes) -> Set<User.ID>? {
            changes.concernsEveryone ? nil : changes.holders
        }

        func isOutdated(by changes: Changes) -> Bool {
            changes.isUnknown || changes.concernsEveryone || changes.holders.contains(user)
        }
    }

    /// Counts from 1.
    private final class Counter: Sendable {
        private let last = Atomic<Int>(0)

        func next() -> Int { last.add(1, ordering: .relaxed).newValue }
    }

    private let notifier = ChangeNotifier<Changes>(Generation(rawValue: 1))
    private let ada = User.ID(rawValue: 1)
    private let ben = User.ID(rawValue: 2)

    private func madeCache(_ limit: Int = 1 << 20) -> ReadCache<Int, Value> {
        ReadCache(changes: notifier, limit: limit)
    }

    private func happen(_ changes: Change...) {
        let current = notifier.current
        notifier.advance(
            by: ChangeList(
                after: current, through: Generation(rawValue: current.rawValue + Int64(changes.count)), changes: changes
            ))
    }

    @Test func `Callers who ask at the same time wait for one reading`() async throws {
        let cache = madeCache()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Value?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try await cache.value(of: 1) {
                        await gate.wait()
                        return Value(user: ada)
                    }
                }
            }
            gate.open()
            for try await value in group { #expect(value == Value(user: ada)) }
        }
        #expect(cache.usage(as: "test").misses == 1)
    }

    @Test func `A value that changes while it is read is read again, and nobody gets the older one`() async throws {
        let (cache, gate, begun, count) = (madeCache(), Gate(), Gate(), Counter())
        async let answers = withThrowingTaskGroup(of: Value?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await cache.value(of: 1) {
                        let number = count.next()
                        begun.open()
                        if number == 1 { await gate.wait() }
                        return Value(user: ada, number: number)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await begun.wait()
        happen(.membership(of: ada))
        gate.open()
        let numbers = try await answers.compactMap { $0?.number }
        #expect(numbers == [2, 2, 2, 2] && cache.usage(as: "test").misses == 2)
    }

    @Test func `A change forgets the values that it concerns and no others`() async throws {
        let cache = madeCache()
        let all: [(Int, User.ID)] = [(1, ada), (2, ada), (3, ben)]
        func read() async throws -> Int {
            let before = cache.usage(as: "test").misses
            for (key, user) in all { _ = try await cache.value(of: key) { Value(user: user) } }
            return cache.usage(as: "test").misses - before
        }
        #expect(try await read() == 3)
        #expect(try await read() == 0)
        happen(.account(of: ada), .releases(of: "com.example.rooms"), .session(Session.ID(rawValue: "x"), of: ben))
        #expect(try await read() == 0)
        happen(.membership(of: ben))
        #expect(try await read() == 1)
        happen(.grant(of: nil, to: .user(ada)), .membership(of: ada))
        #expect(try await read() == 2)
        happen(.grant(of: nil, to: .everyone))
        #expect(try await read() == 3)
        notifier.advance(to: Generation(rawValue: 1_000))
        #expect(try await read() == 3)
    }

    @Test func `A cache takes no more memory than it may, and keeps what is used`() async throws {
        let cache = madeCache(10_000)
        for round in 0..<20 {
            for key in [0, 1, 2] + (0..<5).map({ 10 + round * 5 + $0 }) {
                _ = try await cache.value(of: key) { Value(user: User.ID(rawValue: Int64(key))) }
                #expect(cache.usage(as: "test").bytes <= 10_000)
            }
        }
        // Nothing that was used in each round was read twice.
        #expect(cache.usage(as: "test").misses == 103)
        happen(.grant(of: nil, to: .everyone))
        _ = try await cache.value(of: 1) { Value(user: ada) }
        #expect(cache.usage(as: "test").bytes == 1_000)
    }

    @Test func `A reading that fails is tried again by the next caller`() async throws {
        let cache = madeCache()
        await expect(.busy) { _ = try await cache.value(of: 1) { throw ServiceError(.busy, "Try again.") } }
        #expect(try await cache.value(of: 1) { Value(user: ada) } == Value(user: ada))
        #expect(try await cache.value(of: 2) { nil } == nil)
        #expect(try await cache.value(of: 2) { Value(user: ben) } == Value(user: ben))
    }
}

import Foundation
import Logging
import Serving
import Synchronization
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Work that one of all servers does", .timeLimit(.minutes(20)))
struct ChoreStoreTests {
    private let minute = Duration.seconds(60)
    private let chore = Chore(name: "test", interval: .seconds(600))

    @Test(arguments: StoreKind.allCases)
    func `A chore has one holder until it is done, and is not due before its interval has passed`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let store = fixture.store
        defer { withExtendedLifetime(fixture) {} }
        let holders = try await withThrowingTaskGroup(of: String?.self) { group in
            for name in ["a", "b", "c", "d"] {
                group.addTask { try await store.beginChore(chore, by: name, for: minute) ? name : nil }
            }
            return try await group.reduce(into: [String]()) { if let name = $1 { $0.append(name) } }
        }
        let holder = try #require(holders.first)
        #expect(holders.count == 1)
        #expect(try await store.keepChore(chore, by: holder, for: minute))
        #expect(try await store.keepChore(chore, by: "e", for: minute) == false)
        try await store.endChore(chore, by: "e", isDone: false)
        #expect(try await store.beginChore(chore, by: "e", for: minute) == false)
        #expect(try await store.beginChore(Chore(name: "other", interval: minute), by: "e", for: minute))
        try await store.endChore(chore, by: holder, isDone: true)
        #expect(try await store.beginChore(chore, by: "e", for: minute) == false)
        try await store.execute("UPDATE chore SET due = 0")
        #expect(try await store.beginChore(chore, by: "e", for: minute))
        try await store.endChore(chore, by: "e", isDone: false)
        #expect(try await store.beginChore(chore, by: "f", for: .zero))
        // Its time is over, and nobody has heard of it.
        #expect(try await store.beginChore(chore, by: "g", for: minute))
        #expect(try await store.keepChore(chore, by: "f", for: minute) == false)
        try await store.endChore(chore, by: "g", isDone: false)
        try await store.setMoving(true)
        #expect(try await store.beginChore(Chore(name: "third", interval: minute), by: "g", for: minute) == false)
    }

    @Test(arguments: StoreKind.allCases)
    func `A chore that was begun or done while the clock was a year ahead is due`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let store = fixture.store
        defer { withExtendedLifetime(fixture) {} }
        #expect(try await store.beginChore(chore, by: "a", for: minute))
        try await store.endChore(chore, by: "a", isDone: true)
        #expect(try await store.beginChore(chore, by: "b", for: minute) == false)
        try await store.execute("UPDATE chore SET due = due + 31536000000")
        #expect(try await store.beginChore(chore, by: "b", for: minute))
        #expect(try await store.beginChore(chore, by: "c", for: minute) == false)
        try await store.execute("UPDATE chore SET ends = ends + 31536000000")
        #expect(try await store.beginChore(chore, by: "c", for: minute))
        #expect(try await store.keepChore(chore, by: "b", for: minute) == false)
    }

    @Test(arguments: [StoreKind.sqlite, .postgres15, .pooledPostgres])
    func `If the server that does a chore is killed, another one takes over`(_ kind: StoreKind) async throws {
        let place = try await SharedPlace(kind)
        defer { withExtendedLifetime(place) {} }
        let chore = chore
        await #expect(processExitsWith: .signal(SIGKILL)) { [place = place.description as String] in
            let store = try await SharedPlace.open(place)
            let keeper = ChoreKeeper(
                chore: Chore(name: "test", interval: .seconds(600)), store: store, logger: RouterFixture.silence,
                terms: ChoreTerms(lease: .seconds(3600))
            ) { kill(getpid(), SIGKILL) }
            try await keeper.run()
        }
        let store = try await SharedPlace.open(place.description)
        let rounds = Mutex(0)
        let (hasBegun, mayEnd, hasEnded) = (Gate(), Gate(), Gate())
        let terms = ChoreTerms(interval: .milliseconds(20), lease: .seconds(30))
        let keepers = (0..<3).map { _ in
            ChoreKeeper(chore: chore, store: store, logger: RouterFixture.silence, terms: terms) {
                rounds.withLock { $0 += 1 }
                hasBegun.open()
                await mayEnd.wait()
                hasEnded.open()
            }
        }
        let running = keepers.map { keeper in Task { try await keeper.run() } }
        #expect(try await store.beginChore(chore, by: "somebody", for: minute) == false)
        #expect(rounds.withLock { $0 } == 0)
        // The killed server's time passes.
        try await store.execute("UPDATE chore SET ends = 0")
        await hasBegun.wait()
        mayEnd.open()
        await hasEnded.wait()
        #expect(rounds.withLock { $0 } == 1)
        for task in running { task.cancel() }
        for task in running { try await task.value }
        try await store.close()
    }

    @Test(arguments: [StoreKind.sqlite, .postgres15])
    func `A chore that fails is due again after its interval, and one that is interrupted at once`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let store = fixture.store
        defer { withExtendedLifetime(fixture) {} }
        let hasBegun = Gate()
        let failing = ChoreKeeper(chore: chore, store: store, logger: RouterFixture.silence) {
            hasBegun.open()
            throw ServiceError.notFound
        }
        let running = Task { try await failing.run() }
        await hasBegun.wait()
        // The row of an ended chore has no time left.
        #expect(try await comesTrue { try await store.execute("UPDATE chore SET due = due - 1 WHERE ends = 0") > 0 })
        running.cancel()
        try await running.value
        #expect(try await store.beginChore(chore, by: "x", for: minute) == false)
        let other = Chore(name: "other", interval: .seconds(600))
        let isWorking = Gate()
        let long = ChoreKeeper(chore: other, store: store, logger: RouterFixture.silence) {
            isWorking.open()
            try await Task.sleep(for: .seconds(3600))
        }
        let working = Task { try await long.run() }
        await isWorking.wait()
        working.cancel()
        try await working.value
        #expect(try await store.beginChore(other, by: "x", for: minute))
    }

    @Test func `A chore that fails again and again is in the log once, and once more when it is done`() async throws {
        let fixture = try await StoreFixture(.sqlite)
        defer { withExtendedLifetime(fixture) {} }
        let (lines, rounds) = (Guarded([String]()), Guarded(0))
        let logger = Logger(into: lines)
        let keeper = ChoreKeeper(
            chore: Chore(name: "test", interval: .zero), store: fixture.store, logger: logger,
            terms: ChoreTerms(interval: .milliseconds(1), lease: .seconds(30))
        ) {
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            if round <= 3 { throw ServiceError.notFound }
        }
        let running = Task { try await keeper.run() }
        #expect(await comesTrue { rounds.value > 5 })
        let said = lines.value
        running.cancel()
        try await running.value
        #expect(said.map { $0.contains("A chore can't be done") } == [true, false], "\(said)")
        #expect(said.allSatisfy { $0.contains(#""chore":"test""#) }, "\(said)")
    }
}

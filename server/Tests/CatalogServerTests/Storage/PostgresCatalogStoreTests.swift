import AppGroup
import Dispatch
import ServerTestSupport
import PostgresClient
import Serving
import TestSupport
import Testing

@testable import CatalogServer

/// What holds for PostgreSQL beyond the requirements of every `CatalogStore`.
struct PostgresCatalogStoreTests {
    private let who = ScratchCatalog.who

    @Test func `A catalog in PostgreSQL keeps its group and its signing key when it is opened again`() async throws {
        let place = try await StoreKind.postgres15.place()
        for group in [nil, "com.example.tools"] as [AppGroup.GroupID?] {
            await expect(.notFound) { _ = try await PostgresCatalogStore.open(place, group: group, mayCreate: false) }
        }
        await expect(.notFound) { _ = try await PostgresCatalogStore.open(place, group: nil) }
        let first = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        try await first.close()
        let second = try await PostgresCatalogStore.open(place, group: nil)
        #expect(second.group == first.group && second.signingKey == first.signingKey && second.signingKey.count == 32)
        for mayCreate in [true, false] {
            await expect(.conflict) {
                _ = try await PostgresCatalogStore.open(place, group: "com.example.others", mayCreate: mayCreate)
            }
        }
        try await second.database.read {
            try $0.script("INSERT INTO migration VALUES ('999'); DROP TABLE oldest_release")
        }
        await expect(.outdated) { _ = try await PostgresCatalogStore.open(place, group: nil) }
    }

    @Test(arguments: [StoreKind.postgres15, .postgres18, .pooledPostgres])
    func `Processes that open an empty database at once agree on one catalog`(_ kind: StoreKind) async throws {
        let place = try await kind.place()
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let store = try await PostgresCatalogStore.open(place, group: "com.example.tools")
                    try await store.close()
                    return store.signingKey
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test(arguments: [StoreKind.postgres15, .pooledPostgres])
    func `A change that is committed after later ones is still noticed, and each change is noticed once`(
        _ kind: StoreKind
    )
        async throws
    {
        let place = try await kind.place()
        let reader = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        let writer = try await PostgresCatalogStore.open(place, group: nil)
        _ = try await writer.addTeam(TeamName("early"), by: who)
        _ = try await writer.addTeam(TeamName("late"), by: who)
        let before = try await reader.generation()
        let (hasWritten, mayCommit) = (Gate(), Gate())
        // A writer that takes its number first and commits last.
        let slow = Task {
            let connection = try await SlowTransaction(place)
            try connection.run(
                "INSERT INTO permission (team, channel, created) SELECT id, 'beta', 0 FROM team WHERE name = 'early'")
            hasWritten.open()
            await mayCommit.wait()
            try connection.commit()
        }
        await hasWritten.wait()
        _ = try await writer.addGrant(of: .everything, to: .team(TeamName("late")), channel: .beta, by: who)
        let middle = try await reader.generation()
        #expect(middle.rawValue == before.rawValue + 1)
        #expect(reader.notifier.changes(after: before).changes.teams == [Team.ID(rawValue: 2)])
        mayCommit.open()
        try await slow.value
        #expect(try await reader.generation().rawValue == before.rawValue + 2)
        #expect(reader.notifier.changes(after: middle).changes.teams == [Team.ID(rawValue: 1)])
        #expect(try await reader.generation().rawValue == before.rawValue + 2)
    }

    @Test func `A reader that missed a forgotten change learns that anything may have changed`() async throws {
        let place = try await StoreKind.postgres18.place()
        let reader = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        let writer = try await PostgresCatalogStore.open(place, group: nil)
        let before = try await reader.generation()
        _ = try await writer.addGrant(of: .everything, to: .everyone, channel: .beta, by: who)
        try await writer.database.read {
            try $0.script(
                "UPDATE change SET moment = now() - interval '2 hours'; UPDATE commit_mark SET moment = now() - interval '2 hours'"
            )
        }
        // A transaction of any database of the server that is still open keeps the changes since its beginning.
        let isPruned = try await comesTrue {
            try await writer.journal.prune()
            return try await writer.database.read {
                try $0.run("SELECT count(*) FROM change").first { try $0.integer() == 0 } ?? false
            }
        }
        #expect(isPruned)
        #expect(try await reader.generation() > before)
        #expect(reader.notifier.changes(after: before).changes.isUnknown)
        let later = reader.notifier.current
        _ = try await writer.addGrant(of: .everything, to: .everyone, channel: .stable, by: who)
        _ = try await reader.generation()
        #expect(!reader.notifier.changes(after: later).changes.isUnknown)
    }

    @Test func `A text with a zero byte is refused, and nothing is cut off`() async throws {
        let place = try await StoreKind.postgres15.place()
        let store = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        await expect(.invalid) { try await store.record(.download, "be\0fore", by: who) }
        #expect(try await store.auditEntries(limit: 9, before: nil).isEmpty)
    }

    @Test func `Two administrators who remove each other at once leave one`() async throws {
        let place = try await StoreKind.postgres18.place()
        let store = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        for round in 0..<10 {
            let names = try ["a\(round)", "b\(round)"].map { try UserName($0) }
            for name in names {
                _ = try await store.addUser(name, role: .administrator, password: StoreFixture.hash("x"), by: who)
            }
            if round > 0 { try await store.removeUser(UserName("keeper"), by: who) }
            let removed = await withTaskGroup(of: Bool.self) { group in
                for name in names {
                    group.addTask { (try? await store.removeUser(name, by: who)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(removed == 1)
            let left = try #require(try await store.users(after: nil, limit: 9).first)
            _ = try await store.addUser(
                UserName("keeper"), role: .administrator, password: StoreFixture.hash("x"), by: who)
            try await store.removeUser(left.name, by: who)
        }
    }

    @Test func `A backup of a catalog in PostgreSQL names the program that makes it`() async throws {
        let place = try await StoreKind.postgres15.place()
        let store = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        let error = await #expect(throws: ServiceError.self) { try await store.backUp(to: "/nonexistent") }
        #expect(error?.description.contains("pg_dump") == true)
    }

    @Test(arguments: [
        "postgres://ada:secret@localhost/catalog", "postgres://localhost/catalog?password=secret",
        "postgres://ada:%secret@localhost/catalog", "postgres://ada:secret@[::1/catalog",
        "postgres://localhost/catalog?password=%secret", "postgres://[localhost/catalog",
        "postgres://localhost/?nonsense=1", "mysql://localhost/catalog", "",
        "postgres://a\0b/c",
    ])
    func `An address that has a password or can't be understood is refused without repeating the password`(
        _ url: String
    ) {
        let error = #expect(throws: ServiceError.self) { _ = try PostgresAddress(url) }
        #expect(error?.code == .configuration && error?.description.contains("secret") == false)
    }

    @Test func `A request that gets no connection in time is refused while others still use them all`() async throws {
        let place = try await StoreKind.postgres15.place()
        let database = PostgresDatabase(
            place.address, connections: 1, isPooled: false, program: "test", patience: .milliseconds(50))
        let (isHeld, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
        let holder = Task {
            try await database.read { _ in
                isHeld.open()
                mayEnd.wait()
            }
        }
        await isHeld.wait()
        let error = await #expect(throws: ServiceError.self) { try await database.read { _ in } }
        #expect(error?.code == .busy && error?.retryAfter != nil)
        mayEnd.signal()
        try await holder.value
        try await database.read { _ in }
        try await database.close()
    }

    @Test func `While requests use all connections, a change of another process is noticed`() async throws {
        var place = try await StoreKind.postgres15.place()
        let writer = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        place.connections = 1
        let reader = try await PostgresCatalogStore.open(place, group: nil)
        let before = try await reader.generation()
        let (isHeld, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
        let holder = Task {
            try await reader.database.read { _ in
                isHeld.open()
                mayEnd.wait()
            }
        }
        await isHeld.wait()
        defer { mayEnd.signal() }
        _ = try await writer.addGrant(of: .everything, to: .everyone, channel: .beta, by: who)
        try await reader.journal.catchUpBeside()
        #expect(reader.notifier.current > before)
        mayEnd.signal()
        try await holder.value
    }

    @Test func `While changes wait without end, others are refused in time, and reading goes on`() async throws {
        let place = try await StoreKind.postgres15.place()
        let database = PostgresDatabase(
            place.address, connections: 4, isPooled: false, program: "test", patience: .seconds(1))
        let (areHeld, mayEnd) = ([Gate(), Gate()], DispatchSemaphore(value: 0))
        let holders = areHeld.map { isHeld in
            Task {
                try await database.writeRepeatably { _ in
                    isHeld.open()
                    mayEnd.wait()
                }
            }
        }
        for isHeld in areHeld { await isHeld.wait() }
        let error = await #expect(throws: ServiceError.self) { try await database.writeRepeatably { _ in } }
        #expect(error?.code == .busy && error?.retryAfter != nil)
        #expect(try await database.read { try $0.run("SELECT 1").first { try $0.integer() } } == 1)
        for _ in holders { mayEnd.signal() }
        for holder in holders { try await holder.value }
        try await database.writeRepeatably { _ in }
        try await database.close()
    }

    @Test func `A database that refuses the connection is reported at once, with what to correct`() async throws {
        let servers = try await SharedPostgres.all.value
        let place = PostgresCatalogStore.Place(address: try PostgresAddress(servers.debian15.url(of: "nonexistent")))
        let error = await #expect(throws: ServiceError.self) {
            _ = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        }
        #expect(error?.code == .permission && error?.description.contains("nonexistent") == true)
    }
}

/// A transaction that is held open, as that of a slow writer.
private final class SlowTransaction: @unchecked Sendable {
    private let connection: PostgresConnection

    init(_ place: PostgresCatalogStore.Place) async throws {
        connection = try PostgresConnection(to: place.address, program: "test", isPooled: place.isPooled)
        try connection.script("BEGIN")
    }

    func run(_ sql: String) throws { try connection.script(sql) }
    func commit() throws { try connection.script("COMMIT") }
}

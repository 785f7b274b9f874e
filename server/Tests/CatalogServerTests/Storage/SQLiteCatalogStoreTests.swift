import Accounts
import AppCatalog
import AppGroup
import Foundation
import GRDB
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer
@testable import Serving

/// What holds for the SQLite implementation beyond the requirements of every `CatalogStore`.
struct SQLiteCatalogStoreTests {
    private func open(_ folder: TemporaryFolder, group: AppGroup.GroupID? = nil) throws -> SQLiteCatalogStore {
        try SQLiteCatalogStore(folder: folder.path, group: group)
    }

    @Test func `A catalog keeps its group and its signing key when it is opened again`() async throws {
        let folder = try TemporaryFolder()
        await expect(.notFound) { _ = try open(folder) }
        let first = try open(folder, group: "com.example.tools")
        try await first.close()
        let second = try open(folder)
        #expect(second.group == first.group && second.signingKey == first.signingKey && second.signingKey.count == 32)
        try await second.close()
        await expect(.conflict) { _ = try open(folder, group: "com.example.others") }
    }

    @Test func `A file that is not a catalog is refused with an explanation`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(SQLiteCatalogStore.fileName, Array("This is no database at all, whatever it is.".utf8))
        await expect(.inputOutput) { _ = try open(folder, group: "com.example.tools") }
    }

    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_CORRUPT, .SQLITE_ERROR])
    func `An error of SQLite names the file and says what to do in the log only`(_ code: ResultCode) {
        let error = ServiceError(DatabaseError(resultCode: code, message: "some words"), at: "/srv/catalog.sqlite")
        #expect(error.description.contains("/srv/catalog.sqlite"))
        for word in ["/srv", "some words", "make room", "owns", "restore"] { #expect(!error.answer.contains(word)) }
    }

    @Test func `A catalog written by a newer release that does not follow the rules is refused`() async throws {
        let folder = try TemporaryFolder()
        let store = try open(folder, group: "com.example.tools")
        try await store.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999'); DROP TABLE oldestRelease")
        }
        try await store.close()
        await expect(.outdated) { _ = try open(folder) }
    }

    @Test func `A catalog written by an older release is migrated, and says what changes from then on`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/\(SQLiteCatalogStore.fileName)"
        let old = try DatabasePool(path: path)
        try Schema.migrator(Schema.migrations).migrate(old, upTo: "1")
        try await old.write { database in
            try database.execute(
                sql: """
                    INSERT INTO property VALUES ('group', 'com.example.tools'), ('signingKey', zeroblob(32));
                    INSERT INTO user (name, role, password, created) VALUES ('ada', 'user', 'x', 0);
                    UPDATE user SET role = 'publisher';
                    """)
        }
        try old.close()
        let store = try open(folder)
        let before = store.notifier.current
        #expect(before.rawValue == 2)
        let who = ScratchCatalog.who
        _ = try await store.addGrant(of: .everything, to: .user(UserName("ada")), channel: .beta, by: who)
        let list = try await store.changes(after: before)
        #expect(list.through.rawValue == 3 && list.changes == [.grant(of: nil, to: .user(User.ID(rawValue: 1)))])
        #expect(try await store.changes(after: Generation(rawValue: 1)).changes == nil)
        try await store.close()
    }

    @Test func `A generation that was raised without saying why may have changed anything`() async throws {
        let scratch = try ScratchCatalog()
        let (store, before) = (scratch.store, scratch.store.notifier.current)
        _ = try await store.addGrant(of: .everything, to: .everyone, channel: .beta, by: ScratchCatalog.who)
        #expect(try await store.changes(after: before).changes?.count == 1)
        try await store.write { try $0.execute(sql: "UPDATE generation SET value = value + 1") }
        #expect(try await store.changes(after: before).changes == nil)
        #expect(store.notifier.changes(after: before).changes.isUnknown)
    }

    @Test func `The journal of changes stays bounded, and who is too far behind learns that anything may have changed`()
        async throws
    {
        let scratch = try ScratchCatalog()
        let (store, before) = (scratch.store, scratch.store.notifier.current)
        let release = try await scratch.publish("rooms", "1.0")
        let count = Int(Schema.journalLength)
        try await store.write { database in
            let statement = try database.cachedStatement(sql: "UPDATE release SET notes = notes WHERE id = ?")
            for _ in 0..<count / 2 { try statement.execute(arguments: [release.id.rawValue]) }
        }
        #expect(try await store.changes(after: before).changes == nil)
        #expect(store.notifier.changes(after: before).changes.isUnknown)
        let next = Generation(rawValue: before.rawValue + 1)
        #expect(try await store.changes(after: next).changes?.count == count)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM change") } == count)
    }

    @Test func `Changes that wait for another process give up together, and not one after the other`() async throws {
        let scratch = try ScratchCatalog()
        let lock = Serving.WriterLock(path: "\(scratch.folder)/.\(SQLiteCatalogStore.fileName).lock")
        let (isHeld, isFree) = (Gate(), DispatchSemaphore(value: 0))
        let holder = Thread {
            try? lock.holding {
                isHeld.open()
                isFree.wait()
            }
        }
        holder.start()
        await isHeld.wait()
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    await #expect(throws: ServiceError.self) {
                        try await scratch.store.record(.download, "\(number)", by: ScratchCatalog.who)
                    }
                }
            }
        }
        // One after the other, they would take 64 times the patience of one.
        #expect(ContinuousClock.now - start < Serving.WriterLock.patience * 30)
        isFree.signal()
    }

    @Test func `The write-ahead log stays bounded while others read`() async throws {
        let scratch = try ScratchCatalog()
        let subject = String(repeating: "x", count: 100_000)
        var longest = 0
        for _ in 0..<60 {
            try await scratch.store.record(.download, subject, by: ScratchCatalog.who)
            _ = try await scratch.store.auditEntries(limit: 1, before: nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.database + "-wal")
            longest = max(longest, attributes[.size] as? Int ?? 0)
        }
        #expect(longest > LockedDatabase.longestLog / 2)
        #expect(longest < 2 * LockedDatabase.longestLog)
    }

    @Test func `A backup made while others write is consistent`() async throws {
        let scratch = try ScratchCatalog()
        for number in 0..<20 { try await scratch.addUser("user\(number)") }
        let copy = "\(scratch.folder)/copy.sqlite"
        async let writing: Void = {
            for number in 20..<60 { try await scratch.addUser("user\(number)") }
        }()
        try await scratch.store.backUp(to: copy)
        try await writing
        let check = try await Finished.run([
            "/usr/bin/sqlite3", copy,
            "PRAGMA integrity_check; SELECT (SELECT count(*) FROM user) = (SELECT count(*) FROM audit), "
                + "(SELECT count(*) FROM user) >= 20",
        ])
        #expect(check.output == "ok\n1|1\n")
    }

    @Test func `A change by another process is noticed without a request`() async throws {
        let scratch = try ScratchCatalog()
        let watch = scratch.store.watch(RouterFixture.silence)
        let watching = Task { try await watch.run() }
        var changes = scratch.store.notifier.changes().makeAsyncIterator()
        let before = scratch.store.notifier.current
        let other = try SQLiteCatalogStore(folder: scratch.folder, group: nil)
        let sales = try TeamName("sales")
        _ = try await other.addTeam(sales, by: ScratchCatalog.who)
        _ = try await other.addGrant(of: .everything, to: .team(sales), channel: .beta, by: ScratchCatalog.who)
        #expect(try #require(await changes.next()) > before)
        let noticed = scratch.store.notifier.changes(after: before).changes
        #expect(noticed.teams.count == 1 && noticed.holders.isEmpty && !noticed.isUnknown)
        watching.cancel()
        try await watching.value
        try await other.close()
    }
}

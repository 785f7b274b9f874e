import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("The schema of a registry", .ownGroup)
struct SchemaTests {
    let group = TestGroup.current

    func storage(_ schema: Schema) -> SQLiteStorage {
        SQLiteStorage(container: Container(group: group.id, parent: group.home), schema: schema)
    }

    @Test("The schema marks the file as a registry, and says which version may write it")
    func isMarked() async throws {
        try group.registry.register(try group.app("inbox"))
        #expect(try await Sqlite3.query("PRAGMA application_id") == "\(0x4147_7270)")
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(Schema.current.version)")
        #expect(try await Sqlite3.query("PRAGMA journal_mode") == "wal")
        #expect(try await Sqlite3.query("SELECT value FROM meta WHERE key = 'oldestWriter'") == "1")
        #expect(try await Sqlite3.query("SELECT id FROM app") == "org.example.inbox")
    }

    @Test("The first writer or reader migrates an older registry, which keeps everything", arguments: [true, false])
    func isMigrated(byWriting: Bool) async throws {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.badge = 3
        try group.registry.register(app)
        let before = try group.registry.app(app.id)?.record
        let later = storage(.withCounter)
        if byWriting { try later.write { try $0.setSetting("k", to: 1) } }
        #expect(try later.read { try $0.app(app.id) } == before)
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(Schema.current.version + 1)")
        #expect(try await Sqlite3.query("SELECT value FROM meta WHERE key = 'migrations'") == "1")
    }

    @Test("A registry with a newer schema that only adds may still be written by older code")
    func isWrittenByOlderCode() async throws {
        try storage(.withCounter).write { try $0.setSetting("k", to: 1) }
        try group.registry.register(try group.app("inbox"))
        #expect(try group.registry.setting("k") == 1)
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(Schema.current.version + 1)")
    }

    @Test("A registry with a newer schema that only adds is read without the writer's lock")
    func isReadWithoutLock() throws {
        try storage(.withCounter).write { try $0.setSetting("k", to: 1) }
        try FileManager.default.removeItem(atPath: group.lock)
        #expect(try group.registry.setting("k") == 1)
        #expect(!FileManager.default.fileExists(atPath: group.lock))
    }

    @Test("Columns of a later release keep their values when older code writes the row")
    func keepsLaterColumns() async throws {
        let app = try group.app("inbox")
        try group.registry.register(app)
        _ = try await Sqlite3.query("ALTER TABLE app ADD COLUMN mood TEXT; UPDATE app SET mood = 'fine'")
        var changed = app
        changed.name = "Another name"
        try group.registry.register(changed)
        try group.registry.setBadge(3, of: app.id)
        #expect(try await Sqlite3.query("SELECT name || mood FROM app") == "Another namefine")
    }

    @Test("Pruning does not end a group whose registry is too new to be written")
    func isNotPruned() throws {
        try storage(.incompatible).write { try $0.setSetting("k", to: 1) }
        let registry = group.registry
        let error = failure { try registry.prune(registry.prunePlan()) }
        #expect(error?.code == .tooNew)
        #expect(try registry.setting("k") == 1)
    }

    @Test("A registry that is too new can be read, and a write says what to install and changes nothing")
    func isOnlyRead() async throws {
        try group.registry.register(try group.app("inbox"))
        try storage(.incompatible).write { try $0.setSetting("k", to: 1) }
        let registry = group.registry
        #expect(try registry.apps().map(\.id) == ["org.example.inbox"])
        let before = try group.trace()
        let writes: [() throws -> Void] = [
            { try registry.setBadge(1, of: "org.example.inbox") },
            { try group.registry.register(try group.app("rooms")) },
            { try registry.setSetting("k", to: 2) }, { try registry.unregister("org.example.inbox") },
        ]
        for write in writes {
            let error = failure(write)
            #expect(error?.code == .tooNew)
            #expect(error?.description.contains("9.1.0") == true && error?.description.contains(group.database) == true)
        }
        let result = try await BuiltProgram.worker.run("badge", "org.example.inbox", "1")
        #expect(result.ending == .exit(78))
        #expect(result.errors.contains("install launcher 9.1.0"))
        #expect(try group.trace() == before)
        #expect(try registry.setting("k") == 1)
    }

    @Test("A registry that a killed process left empty is completed")
    func isCompleted() throws {
        try group.registry.setSetting("k", to: 1)
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: "\(group.database)\(suffix)") }
        try Data().write(to: URL(fileURLWithPath: group.database))
        #expect(try group.registry.apps().isEmpty)
        try group.registry.register(try group.app("inbox"))
        #expect(try group.registry.apps().count == 1)
    }

    @Test("A failed migration does not change the schema")
    func survivesAFailedMigration() async throws {
        try group.registry.setSetting("k", to: 1)
        let broken = Schema(
            migrations: Schema.current.migrations
                + [.init(version: 99, oldestWriter: 99, release: "9", sql: "CREATE TABLE extra (x); SELECT nonsense")])
        #expect(failure { try storage(broken).write { try $0.setSetting("k", to: 2) } } != nil)
        #expect(try await Sqlite3.query("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == "0")
        try group.registry.setSetting("k", to: 3)
        #expect(try group.registry.setting("k") == 3)
    }
}

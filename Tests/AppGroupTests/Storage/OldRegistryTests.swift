import TestSupport
import Testing

@testable import AppGroup

@Suite("A registry of version 2", .ownGroup)
struct OldRegistryTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    static let version2 = Schema(migrations: Schema.current.migrations.filter { $0.version <= 2 })

    /// The group as code of version 2 made it, with this many openings.
    private func make(openings: Int) async throws {
        let old = SQLiteStorage(
            container: Container(group: group.id, parent: group.home), schema: Self.version2)
        let program = try group.makeProgram("inbox")
        try old.write { writer in
            for second in 0..<openings {
                _ = try writer.appendOpening(
                    of: inbox, at: Timestamp(seconds: Int64(second)), utcOffset: 0, isClaimed: true)
            }
        }
        _ = try await Sqlite3.query(
            "INSERT INTO app (id, name, launch, program, terminal, registered) "
                + "VALUES ('\(inbox)', 'Inbox', 'command', '\(program)', 1, 0)")
    }

    @Test("An older registry is migrated, keeps its openings, and may still be written by older code")
    func isMigrated() async throws {
        try await make(openings: 40)
        #expect(try await Sqlite3.query("PRAGMA user_version") == "2")
        #expect(try group.registry.openings().count == 40)
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(Schema.current.version)")
        #expect(try await Sqlite3.query("SELECT value FROM meta WHERE key = 'oldestWriter'") == "1")
        #expect(try await Sqlite3.query("SELECT count(*) FROM model") == "0")
        _ = try group.registry.recordOpening(of: inbox, isClaimed: true, patience: .seconds(10))
        #expect(try await Sqlite3.query("SELECT format, opening FROM model") == "\(Predictor.format)|40")
    }

    @Test(
        "The learned model is forgotten when an opening is deleted, even if older code keeps writing",
        arguments: [
            ("DELETE FROM opening WHERE number = 7", true), ("DELETE FROM opening WHERE number = 40", true),
            ("DELETE FROM opening WHERE number > 40", false),
            ("DELETE FROM opening WHERE app = 'ORG.example.inbox'", true), ("DELETE FROM opening", true),
            ("UPDATE opening SET claimed = 0", false),
            // As room is made for new ones.
            ("UPDATE sqlite_sequence SET seq = 20007; DELETE FROM opening WHERE number <= 7", false),
            ("UPDATE sqlite_sequence SET seq = 20007; DELETE FROM opening WHERE number <= 8", true),
        ])
    func forgets(sql: String, isForgotten: Bool) async throws {
        try await make(openings: 40)
        for _ in 0..<2 { _ = try group.registry.recordOpening(of: inbox, isClaimed: true, patience: .seconds(10)) }
        #expect(try await Sqlite3.query("SELECT opening FROM model") == "40")
        _ = try await Sqlite3.query(sql)
        #expect(try await Sqlite3.query("SELECT count(*) FROM model") == (isForgotten ? "0" : "1"))
    }

    @Test("If older code deletes an app, the rises of its badge are deleted and those of other apps stay")
    func deletesRises() async throws {
        for name in ["inbox", "rooms"] {
            try group.registry.register(try group.app(name))
            try group.registry.setBadge(1, of: try AppID("org.example.\(name)"))
        }
        _ = try await Sqlite3.query("DELETE FROM app WHERE id = 'ORG.example.inbox'")
        #expect(try await Sqlite3.query("SELECT app FROM rise") == "org.example.rooms")
    }

    @Test("Rises before openings that make room for new ones are dropped, and later ones stay")
    func dropsRises() async throws {
        try group.registry.register(try group.app("inbox"))
        for _ in 0..<3 {
            try group.registry.addToBadge(1, of: inbox)
            _ = try group.registry.recordOpening(of: inbox, isClaimed: true, patience: .seconds(10))
        }
        #expect(try await Sqlite3.query("SELECT opening FROM rise") == "0\n1\n2")
        _ = try await Sqlite3.query("UPDATE sqlite_sequence SET seq = 20001; DELETE FROM opening WHERE number <= 1")
        #expect(try await Sqlite3.query("SELECT opening FROM rise") == "2")
    }

    @Test("When older code sets a badge, the moment of the last rise keeps its value")
    func keepsRises() async throws {
        try group.registry.register(try group.app("inbox"))
        try group.registry.setBadge(1, of: inbox)
        let rose = try group.registry.app(inbox)?.badgeRose
        #expect(rose != nil)
        _ = try await Sqlite3.query("UPDATE app SET badge = 5")
        #expect(try group.registry.app(inbox)?.badgeRose == rose)
    }

    @Test("If older code deletes an app, its actions are deleted and those of other apps stay")
    func deletesActions() async throws {
        for name in ["inbox", "rooms"] {
            var app = try group.app(name)
            app.actions = [AppAction(id: "new", name: "New", url: "x:new")]
            try group.registry.register(app)
        }
        _ = try await Sqlite3.query("DELETE FROM app WHERE id = 'ORG.example.inbox'")
        #expect(try await Sqlite3.query("SELECT app FROM action") == "org.example.rooms")
    }
}

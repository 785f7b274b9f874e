import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Reading an older registry", .ownGroup)
struct OlderRegistryReadingTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    /// The group as code of that version made it, with one app and 40 openings.
    private func make(version: Int64) async throws {
        let old = SQLiteStorage(
            container: Container(group: group.id, parent: group.home),
            schema: Schema(migrations: Schema.current.migrations.filter { $0.version <= version }))
        let program = try group.makeProgram("inbox")
        try old.write { writer in
            for second in 0..<40 as Range<Int64> {
                _ = try writer.appendOpening(of: inbox, at: Timestamp(seconds: second), utcOffset: 0, isClaimed: true)
            }
            try writer.setSetting("theme", to: "dark")
        }
        _ = try await Sqlite3.query(
            "INSERT INTO app (id, name, launch, program, terminal, badge, registered) "
                + "VALUES ('\(inbox)', 'Inbox', 'command', '\(program)', 1, 3, 0);"
                + "INSERT INTO scheme (app, position, scheme) VALUES ('\(inbox)', 0, 'inbox')")
    }

    private func check(_ registry: Registry) throws {
        let app = try #require(try registry.apps(order: .smart).first)
        #expect(app.id == inbox && app.badge == 3 && app.schemes == ["inbox"])
        #expect(app.actions.isEmpty && app.record.packages.isEmpty && app.badgeRose == nil)
        #expect(try registry.app(inbox)?.record == app.record)
        #expect(try registry.app(holding: "inbox")?.id == inbox)
        #expect(try registry.openings().count == 40)
        #expect(try registry.setting("theme") == "dark")
        #expect(try registry.offers().isEmpty)
    }

    @Test(
        "An older registry is read as it is while another process holds the lock",
        arguments: 1...4 as ClosedRange<Int64>)
    func isReadUnderLock(version: Int64) async throws {
        try await make(version: version)
        // Another program than ours, which would migrate the registry.
        let script = #"exec 9<>"$1"; flock -x 9; echo holding; exec sleep 600"#
        let holder = try RunningProcess(
            "/bin/bash", ["-c", script, "bash", group.lock], environment: group.environment)
        try await holder.line("holding")
        try check(group.registry)
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(version)")
        holder.send(SIGKILL)
    }

    @Test("A program that reads an older registry sees what is added after another one has migrated it")
    func noticesMigration() async throws {
        try await make(version: 1)
        let reader = group.registry
        try group.whileLocked { try check(reader) }
        #expect(try await Sqlite3.query("PRAGMA user_version") == "1")
        var app = try group.app("inbox", schemes: ["inbox"])
        app.actions = [AppAction(id: "new", name: "New", url: "inbox:new")]
        try group.registry.register(app)
        #expect(try reader.app(inbox)?.actions == app.actions)
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(Schema.current.version)")
        try reader.setBadge(4, of: inbox)
        #expect(try reader.app(inbox)?.badge == 4)
    }

    @Test("An older registry is read in a folder that may not be written")
    func isReadInAClosedFolder() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with { group in
                try ScarcityTests.becomeOrdinaryUser(owning: group.folder)
                let folders = [group.container.path, group.container.parent]
                for version in 1...4 as ClosedRange<Int64> {
                    let old = SQLiteStorage(
                        container: group.container,
                        schema: Schema(migrations: Schema.current.migrations.filter { $0.version <= version }))
                    try old.write { try $0.setSetting("theme", to: "dark") }
                    for folder in folders { chmod(folder, 0o500) }
                    #expect(try group.registry.setting("theme") == "dark")
                    #expect(try group.registry.apps(order: .smart).isEmpty)
                    for folder in folders { chmod(folder, 0o700) }
                    try FileManager.default.removeItem(atPath: group.container.path)
                }
            }
        }
    }
}

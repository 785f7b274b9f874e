import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Restoring a backup")
struct RestoreTests {
    @Test("A restore brings everything back on another machine")
    func bringsEverythingBack() throws {
        try SampleGroup.with(apps: 30) { here in
            let backup = here.path("backup.sqlite")
            try here.registry.backUp(to: backup)
            try SampleGroup.with { there in
                let restoration = try there.registry.restore(from: backup)
                #expect(restoration.apps == 30)
                #expect(restoration.keptOldAs == nil)
                #expect(try there.state() == here.state())
                #expect(try SQLiteTool.query(there.database, "PRAGMA integrity_check") == ["ok"])
                #expect(try SQLiteTool.query(there.database, "PRAGMA journal_mode") == ["wal"])
                #expect(
                    try SQLiteTool.query(there.database, "SELECT type, name FROM sqlite_schema ORDER BY name")
                        == SQLiteTool.query(here.database, "SELECT type, name FROM sqlite_schema ORDER BY name"))
                #expect(try BytesOnDisk.permissions(there.database) == 0o600)
                #expect(there.registry.diagnose().allSatisfy { $0.severity == .ok })
            }
        }
    }

    @Test("A backup names its group, and a registry or a backup without a valid name does not")
    func tellsItsGroup() throws {
        try SampleGroup.with(apps: 2) { group in
            let (first, second) = (group.path("first"), group.path("second"))
            try group.registry.backUp(to: first)
            #expect(try Registry.group(ofBackup: first) == group.id)
            let other = group.registry("org.example.other")
            try other.restore(from: first)
            try other.backUp(to: second)
            #expect(try Registry.group(ofBackup: second) == other.group)
            _ = try SQLiteTool.query(first, "UPDATE meta SET value = '../x' WHERE key = 'group'")
            #expect(try Registry.group(ofBackup: first) == nil)
            _ = try SQLiteTool.query(first, "DELETE FROM meta WHERE key = 'group'")
            #expect(try Registry.group(ofBackup: first) == nil)
            #expect(try group.registry.restore(from: first, replacing: true).apps == 2)
            #expect(try SQLiteTool.query(group.database, "SELECT count(*) FROM meta WHERE key = 'group'") == ["0"])
        }
    }

    @Test("A restore copies rows, and no trigger, table, view, index or column that another program added")
    func leavesForeignSchemaBehind() throws {
        try SampleGroup.with(apps: 8) { here in
            try here.registry.backUp(to: here.path("backup"))
            _ = try SQLiteTool.query(
                here.path("backup"),
                "CREATE TABLE secret (x); INSERT INTO secret VALUES (1); ALTER TABLE app ADD COLUMN extra TEXT; "
                    + "CREATE VIEW apps AS SELECT * FROM app; CREATE INDEX appName ON app (name); "
                    + "CREATE TRIGGER gone AFTER UPDATE ON app BEGIN DELETE FROM app; END")
            try SampleGroup.with { there in
                #expect(try there.registry.restore(from: here.path("backup")).apps == 8)
                #expect(try there.state() == here.state())
                let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
                #expect(try SQLiteTool.query(there.database, schema) == SQLiteTool.query(here.database, schema))
                try there.registry.setBadge(5, of: SampleGroup.appID(1))
                #expect(try there.registry.apps(including: .all).count == 8)
            }
        }
    }

    @Test("A restore into another group copies the apps, and says which ones both groups have")
    func saysWhatIsShared() throws {
        try SampleGroup.with(apps: 3) { group in
            try group.registry.backUp(to: group.path("backup"))
            let other = group.registry("org.example.other")
            let restoration = try other.restore(from: group.path("backup"))
            #expect(restoration.sharedApps == [group.id: try (0..<3).map(SampleGroup.appID)])
            #expect(try group.registry.apps(including: .all).count == 3)
            for number in 1..<3 {
                try group.registry.storage.write(patience: .zero) { try $0.delete(SampleGroup.appID(number)) }
            }
            #expect(
                try other.restore(from: group.path("backup"), replacing: true).sharedApps
                    == [group.id: [SampleGroup.appID(0)]])
            #expect(try group.registry.restore(from: group.path("backup"), replacing: true).sharedApps.count == 1)
        }
    }

    @Test("A restore leaves a group with apps alone unless it may replace them")
    func refusesToReplace() throws {
        try SampleGroup.with(apps: 5) { group in
            try group.registry.backUp(to: group.path("backup"))
            try group.registry.setBadge(77, of: SampleGroup.appID(0))
            let before = try group.state()
            let error = try #require(throws: AppGroupError.self) {
                try group.registry.restore(from: group.path("backup"))
            }
            #expect(error.exitStatus == 73)
            #expect(error.description.contains("--replace"))
            #expect(try group.state() == before)
        }
    }

    @Test("A restore keeps the old data in one file, which can itself be restored")
    func keepsTheOldStore() throws {
        try SampleGroup.with(apps: 5) { group in
            let early = try group.state()
            try group.registry.backUp(to: group.path("backup"))
            try group.fill(apps: 9)
            let late = try group.state()
            let first = try group.registry.restore(from: group.path("backup"), replacing: true)
            let kept = "\(group.database).before-restore-\(SampleGroup.nowInNames)"
            #expect(first.keptOldAs == kept)
            #expect(try group.state() == early)
            #expect(try SQLiteTool.query(kept, "PRAGMA integrity_check; SELECT count(*) FROM app") == ["ok", "9"])
            let second = try group.registry.restore(from: kept, replacing: true)
            #expect(second.keptOldAs != kept)
            #expect(try group.state() == late)
        }
    }

    @Test("The old data can be restored with its icons, even if an app's icon has changed since")
    func keepsTheOldIcons() throws {
        try SampleGroup.with(apps: 4) { group in
            let early = try group.state()
            try SampleGroup.with(apps: 1) { try $0.registry.backUp(to: group.path("other")) }
            let restoration = try group.registry.restore(from: group.path("other"), replacing: true)
            let kept = try #require(restoration.keptOldAs)
            var app = AppDescription(id: try SampleGroup.appID(0), name: "Tool", launch: .graphical("/bin/true"))
            app.icon = .svg(SampleGroup.image(50))
            try group.registry.register(app)
            try group.registry.restore(from: kept, replacing: true)
            #expect(try group.state() == early)
        }
    }

    /// Registers the first tool of the sample with this image, as a user to whom permissions apply.
    private func register(image: Int) async throws {
        let file = try TestGroup.current.makeFile("\(image).svg", SampleGroup.image(image))
        let result = try await Bystander.run("register-icon", "\(try SampleGroup.appID(0))", file)
        #expect(result.ending == .exit(0), "\(result.errors)")
    }

    @Test("Icons of the old data stay while nobody can read it", .ownGroup)
    func keepsIconsOfUnreadableData() async throws {
        let group = TestGroup.current
        var app = try group.app("inbox")
        app.icon = .svg(SampleGroup.image(50))
        try group.registry.register(app)
        let old = try #require(try group.registry.app(app.id)?.record.icon?.fileName)
        try SampleGroup.with(apps: 1) { try $0.registry.backUp(to: "\(group.folder)/other") }
        let restoration = try group.registry.restore(from: "\(group.folder)/other", replacing: true)
        let kept = try #require(restoration.keptOldAs)
        try Bystander.own(group.home)
        for permissions in [0, 0o600] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: kept)
            // Each takes the place of an image that nobody needs then.
            for image in [51, 52] { try await register(image: image) }
            let images = try FileManager.default.contentsOfDirectory(atPath: "\(group.container)/icons")
            #expect(images.contains(old))
            if permissions != 0 { #expect(images.count == 2, "\(images)") }
        }
    }

    @Test(
        "Processes that have the registry open see a restore at once, whatever the sizes",
        arguments: [(3, 200), (200, 3)])
    func isSeenByOpenRegistries(sizes: (before: Int, after: Int)) throws {
        try SampleGroup.with(apps: sizes.after) { source in
            try source.registry.backUp(to: source.path("backup"))
            try SampleGroup.with(apps: sizes.before) { group in
                let (reader, writer) = (group.registry, group.registry)
                try writer.setBadge(1, of: SampleGroup.appID(0))
                #expect(try reader.apps(including: .all).count == sizes.before)
                try group.registry.restore(from: source.path("backup"), replacing: true)
                // The two still hold the old shared memory while another process opens the new file.
                #expect(
                    try SQLiteTool.query(group.database, "PRAGMA integrity_check; SELECT count(*) FROM app")
                        == ["ok", "\(sizes.after)"])
                #expect(try reader.apps(including: .all).count == sizes.after)
                try writer.setBadge(42, of: SampleGroup.appID(1))
                #expect(try reader.app(SampleGroup.appID(1))?.badge == 42)
                #expect(try SQLiteTool.query(group.database, "PRAGMA integrity_check") == ["ok"])
            }
        }
    }

    @Test(
        "A reader that has opened the old file but not begun to read sees the whole restored data", arguments: [3, 200])
    func isSeenBetweenLookingAndReading(apps: Int) throws {
        try SampleGroup.with(apps: apps) { source in
            try source.registry.backUp(to: source.path("backup"))
            try SampleGroup.with(apps: 60) { group in
                let reader = group.registry
                _ = try reader.apps()
                var isFirst = true
                let state = try reader.storage.read { snapshot in
                    if isFirst {
                        isFirst = false
                        try group.registry.restore(from: source.path("backup"), replacing: true)
                        try group.registry.setBadge(42, of: SampleGroup.appID(1))
                    }
                    return try GroupState(snapshot)
                }
                #expect(state.apps.count == apps)
                #expect(try state == group.state())
            }
        }
    }

    @Test("A restore waits for a reader as long as its patience lasts, and then changes nothing")
    func isPatient() throws {
        try SampleGroup.with(apps: 5) { group in
            try group.registry.backUp(to: group.path("backup"))
            let reader = try SQLiteConnection(path: group.database, access: .readWrite)
            try reader.keepWriteAheadLog()
            try reader.execute("BEGIN; SELECT count(*) FROM app")
            try group.registry.setBadge(9, of: SampleGroup.appID(0))
            let before = try group.state()
            let error = try #require(throws: AppGroupError.self) {
                try group.registry.restore(
                    from: group.path("backup"), replacing: true, patience: .milliseconds(100))
            }
            #expect(error.code == .busy)
            #expect(try group.state() == before)
            #expect(try !group.files().contains { $0.contains(".new") || $0.contains("before") })
            try reader.execute("COMMIT")
            try group.registry.restore(from: group.path("backup"), replacing: true)
            #expect(try group.state() != before)
        }
    }

    @Test("A restore migrates an older registry")
    func migratesAnOlderBackup() throws {
        let schema = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(
                    version: 99, oldestWriter: 1, release: "9.9.9", sql: "CREATE TABLE extra (key TEXT PRIMARY KEY)")
            ])
        try SampleGroup.with(apps: 4) { here in
            try here.registry.backUp(to: here.path("backup"))
            try SampleGroup.with { there in
                let storage = SQLiteStorage(container: there.container, schema: schema)
                let restore = RegistryRestore(storage: storage, patience: .seconds(1))
                let restoration = try restore.run(
                    from: restore.backup(at: here.path("backup")), replacing: false, now: SampleGroup.now)
                #expect(restoration.apps == 4)
                #expect(
                    try SQLiteTool.query(there.database, "PRAGMA user_version; SELECT count(*) FROM extra") == [
                        "99", "0",
                    ])
            }
        }
    }

    @Test("A restore replaces a damaged registry, and keeps it with its log", arguments: [true, false])
    func replacesADamagedStore(isDatabase: Bool) throws {
        try SampleGroup.with(apps: 20) { group in
            try group.registry.backUp(to: group.path("backup"))
            let before = try group.state()
            // The first write empties a long log.
            let registry = group.registry
            for badge in [8, 9] as [BadgeCount] { try registry.setBadge(badge, of: SampleGroup.appID(0)) }
            let log = try BytesOnDisk.read("\(group.database)-wal")
            let remains = isDatabase ? Array(try BytesOnDisk.read(group.database).prefix(3000)) : Array("text".utf8)
            try BytesOnDisk.write(remains, to: group.database)
            // The log would bring the first page back.
            try BytesOnDisk.write(log.map { $0 ^ 0xFF }, to: "\(group.database)-wal")
            let error = try #require(throws: AppGroupError.self) {
                try group.registry.restore(from: group.path("backup"))
            }
            #expect(error.code == .damaged)
            #expect(error.description.contains("--replace"))
            let kept = try #require(group.registry.restore(from: group.path("backup"), replacing: true).keptOldAs)
            #expect(try group.state() == before)
            #expect(try BytesOnDisk.read(kept) == remains)
            #expect(try BytesOnDisk.read("\(kept)-wal") == log.map { $0 ^ 0xFF })
        }
    }

    @Test("A restore repairs an icon with a damaged file")
    func mendsImages() throws {
        try SampleGroup.with(apps: 4) { group in
            try group.registry.backUp(to: group.path("backup"))
            let before = try group.state()
            for name in try FileManager.default.contentsOfDirectory(atPath: group.container.images) {
                let path = "\(group.container.images)/\(name)"
                try BytesOnDisk.write(BytesOnDisk.read(path).reversed(), to: path)
            }
            try group.registry.restore(from: group.path("backup"), replacing: true)
            #expect(try group.state() == before)
        }
    }
}

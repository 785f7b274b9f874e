import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Backing up a group")
struct BackupTests {
    @Test("A backup is one intact file with every row and every image, closed to other users")
    func holdsEverything() throws {
        try SampleGroup.with(apps: 30) { group in
            let backup = group.path("backup.sqlite")
            try group.registry.backUp(to: backup)
            #expect(try SQLiteTool.query(backup, "PRAGMA integrity_check") == ["ok"])
            #expect(try SQLiteTool.query(backup, "PRAGMA journal_mode") == ["delete"])
            for table in ["app", "scheme", "field", "setting", "opening", "sqlite_sequence"] {
                let sql = "SELECT * FROM \(table) ORDER BY 1, 2"
                #expect(try SQLiteTool.query(backup, sql) == SQLiteTool.query(group.database, sql), "table \(table)")
            }
            let meta = "SELECT * FROM meta WHERE key != 'group' ORDER BY key"
            #expect(try SQLiteTool.query(backup, meta) == SQLiteTool.query(group.database, meta))
            #expect(try SQLiteTool.query(backup, "SELECT value FROM meta WHERE key = 'group'") == ["\(group.id)"])
            let icons = group.container.images
            let images = try FileManager.default.contentsOfDirectory(atPath: icons).sorted().map { name in
                "\(name)|" + Hexadecimal.string(try BytesOnDisk.read("\(icons)/\(name)"))
            }
            #expect(images.count == 10)
            #expect(try SQLiteTool.query(backup, "SELECT name, lower(hex(bytes)) FROM image ORDER BY name") == images)
            #expect(try BytesOnDisk.permissions(backup) == 0o600)
            #expect(
                try Set(FileManager.default.contentsOfDirectory(atPath: group.folder)) == ["backup.sqlite", "groups"])
        }
    }

    @Test("A backup during a restore contains one of the two registries, and not a mixture")
    func isNoMixture() throws {
        try SampleGroup.with(apps: 40) { group in
            try group.registry.backUp(to: group.path("early"))
            for number in 0..<40 { try group.registry.setBadge(100, of: SampleGroup.appID(number)) }
            var backup = RegistryBackup(container: group.container, schema: .current)
            let isFirst = Guarded(true)
            backup.beforeCopying = {
                guard
                    isFirst.withLock({ isFirst in
                        defer { isFirst = false }
                        return isFirst
                    })
                else { return }
                try group.registry.restore(from: group.path("early"), replacing: true)
                try group.registry.setBadge(2, of: SampleGroup.appID(20))
            }
            #expect(try backup.write(to: group.path("late")))
            #expect(try SQLiteTool.query(group.path("late"), "PRAGMA integrity_check") == ["ok"])
            #expect(try SQLiteTool.query(group.path("late"), "SELECT count(*) FROM app WHERE badge = 100") == ["0"])
            #expect(try SQLiteTool.query(group.path("late"), "SELECT count(*) FROM app") == ["40"])
        }
    }

    @Test("A backup needs no lock and waits for none")
    func takesNoLock() throws {
        try SampleGroup.with(apps: 3) { group in
            var lock = try WriterLock(path: group.container.lock)
            try lock.acquire(patience: .zero)
            try group.registry.backUp(to: group.path("backup.sqlite"))
            lock.release()
            #expect(try SQLiteTool.query(group.path("backup.sqlite"), "SELECT count(*) FROM app") == ["3"])
        }
    }

    @Test(
        "A backup may have any name",
        arguments: ["file:odd?mode=memory", "per%20cent", "a 'quote' \"and\" #hash", "Größe"])
    func anyName(name: String) throws {
        try SampleGroup.with(apps: 3) { group in
            try group.registry.backUp(to: group.path(name))
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: group.folder)) == [name, "groups"])
        }
    }

    @Test("A backup never replaces a file, a folder or a link", arguments: ["file", "folder", "link"])
    func refusesToOverwrite(kind: String) throws {
        try SampleGroup.with(apps: 3) { group in
            let path = group.path("there")
            switch kind {
            case "file": try BytesOnDisk.write("mine".utf8, to: path)
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
            }
            let before = try FileManager.default.attributesOfItem(atPath: path) as NSDictionary
            let error = try #require(throws: AppGroupError.self) { try group.registry.backUp(to: path) }
            #expect(error.code == .cannotCreate)
            #expect(error.exitStatus == 73)
            #expect(error.description.contains(path))
            #expect(try FileManager.default.attributesOfItem(atPath: path) as NSDictionary == before)
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: group.folder)) == ["there", "groups"])
        }
    }

    @Test("A backup deletes what killed backups to the same file left more than a day ago, and nothing else")
    func removesOldDrafts() throws {
        try SampleGroup.with(apps: 1) { group in
            let old = "backup.00000000000000a1.new"
            let kept = ["backup.2024.new", "other.00000000000000a1.new", "backup.00000000000000a2.new"]
            for name in [old, "\(old)-journal"] + kept {
                try BytesOnDisk.write("draft".utf8, to: group.path(name))
                let age: TimeInterval = name == kept[2] ? 3600 : 2 * 86_400
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: group.path(name))
            }
            try group.registry.backUp(to: group.path("backup"))
            let left = try Set(FileManager.default.contentsOfDirectory(atPath: group.folder))
            #expect(left == Set(kept + ["backup", "groups"]))
        }
    }

    @Test("A backup of a group without a registry names the group and makes nothing")
    func refusesWithoutStore() throws {
        try SampleGroup.with { group in
            let error = try #require(throws: AppGroupError.self) { try group.registry.backUp(to: group.path("backup")) }
            #expect(error.code == .notFound)
            #expect(error.description.contains(group.id.description))
            #expect(try FileManager.default.contentsOfDirectory(atPath: group.folder).isEmpty)
        }
    }

    @Test("A backup into a folder that does not exist is refused")
    func refusesMissingFolder() throws {
        try SampleGroup.with(apps: 1) { group in
            let error = try #require(throws: AppGroupError.self) {
                try group.registry.backUp(to: group.path("no/such/folder/backup"))
            }
            #expect(error.code == .cannotCreate)
        }
    }

    @Test("A backup that could not be restored is refused")
    func refusesUndecodableRows() throws {
        try SampleGroup.with(apps: 3) { group in
            _ = try SQLiteTool.query(
                group.database, "UPDATE app SET launch = 'magic' WHERE id = 'org.example.tool1001'")
            let error = try #require(throws: AppGroupError.self) { try group.registry.backUp(to: group.path("backup")) }
            #expect(error.code == .damaged)
            #expect(error.description.contains("org.example.tool1001"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: group.folder) == ["groups"])
        }
    }

    @Test("A backup leaves out an icon with a missing or damaged file")
    func leavesOutBrokenImages() throws {
        try SampleGroup.with(apps: 9) { group in
            let icons = try FileManager.default.contentsOfDirectory(atPath: group.container.images).sorted()
            try FileManager.default.removeItem(atPath: "\(group.container.images)/\(icons[0])")
            try BytesOnDisk.write("no image".utf8, to: "\(group.container.images)/\(icons[1])")
            try group.registry.backUp(to: group.path("backup"))
            #expect(try SQLiteTool.query(group.path("backup"), "SELECT name FROM image") == [icons[2]])
        }
    }

    @Test("A backup is consistent while another process writes without pause")
    func isConsistentUnderLoad() throws {
        try SampleGroup.with(apps: 40) { group in
            // Each transaction changes two settings and all badges, which so agree at every moment.
            let writer = try SQLiteTool.start(
                repeating:
                    """
                    BEGIN IMMEDIATE; UPDATE setting SET value = value + 1 WHERE key = 'setting0';
                    UPDATE app SET badge = badge + 1; UPDATE setting SET value = value - 1 WHERE key = 'setting1'; COMMIT;
                    """, on: group.database)
            defer {
                kill(writer.processIdentifier, SIGKILL)
                writer.waitUntilExit()
            }
            var moments: Set<String> = []
            for round in 0..<25 {
                let backup = group.path("backup\(round)")
                try group.registry.backUp(to: backup)
                let rows = try SQLiteTool.query(
                    backup,
                    """
                    PRAGMA integrity_check;
                    SELECT (SELECT value FROM setting WHERE key = 'setting0')
                        + (SELECT value FROM setting WHERE key = 'setting1'),
                        max(badge - substr(id, -3)) = (SELECT value FROM setting WHERE key = 'setting0'),
                        min(badge - substr(id, -3)) = (SELECT value FROM setting WHERE key = 'setting0') FROM app;
                    SELECT value FROM setting WHERE key = 'setting0';
                    """)
                #expect(rows.dropLast() == ["ok", "1|1|1"])
                moments.formUnion(rows.suffix(1))
            }
            #expect(moments.count > 1, "The other process wrote nothing meanwhile.")
        }
    }
}

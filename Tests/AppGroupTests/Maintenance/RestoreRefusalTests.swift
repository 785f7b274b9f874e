import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Restores that are refused")
struct RestoreRefusalTests {
    /// A way to make a file that is no sound backup.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let exitStatus: AppExitStatus
        let make: @Sendable (_ path: String) throws -> Void

        init(
            _ description: String, exitStatus: AppExitStatus = 65,
            _ make: @escaping @Sendable (_ path: String) throws -> Void
        ) {
            testDescription = description
            self.exitStatus = exitStatus
            self.make = make
        }

        /// Changes a sound backup with a statement.
        static func statement(_ description: String, exitStatus: AppExitStatus = 65, _ sql: String) -> Flaw {
            Flaw(description, exitStatus: exitStatus) { _ = try SQLiteTool.query($0, sql) }
        }

        /// Changes the bytes of a sound backup.
        static func bytes(_ description: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) -> Flaw {
            Flaw(description) { path in
                var bytes = try BytesOnDisk.read(path)
                change(&bytes)
                try BytesOnDisk.write(bytes, to: path)
            }
        }
    }

    static let flaws: [Flaw] = [
        Flaw("a file that is not there", exitStatus: 66) { try FileManager.default.removeItem(atPath: $0) },
        Flaw("a folder") { path in
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        },
        Flaw("a text file") { try BytesOnDisk.write("a text\n".utf8, to: $0) },
        Flaw("an empty file") { try BytesOnDisk.write([], to: $0) },
        Flaw("a database of another program") { path in
            try FileManager.default.removeItem(atPath: path)
            _ = try SQLiteTool.query(path, "CREATE TABLE app (id TEXT PRIMARY KEY, name TEXT)")
        },
        Flaw("one with a log beside it") { try BytesOnDisk.write([1], to: "\($0)-wal") },
        Flaw("one with the journal of a change that was cut off beside it") {
            try BytesOnDisk.write([1], to: "\($0)-journal")
        },
        .statement(
            "one of a newer release", exitStatus: 78,
            "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'; "
                + "UPDATE meta SET value = '99.0.0' WHERE key = 'release'"),
        .statement(
            "one of a newer release, whose additions would be lost", exitStatus: 78,
            "PRAGMA user_version = 99; UPDATE meta SET value = '99.0.0' WHERE key = 'release'"),
        .statement("one with two owners of a scheme", "DROP INDEX schemeOwner; UPDATE scheme SET scheme = 'tool1'"),
        .statement("one whose application id is another", "PRAGMA application_id = 1"),
        .statement("one with an app that has no name", "UPDATE app SET name = '' WHERE id = 'org.example.tool1000'"),
        .statement("one with a field of an unknown kind", "UPDATE field SET kind = 'riddle' WHERE key = 'number'"),
        .statement("one whose openings have no number left", "UPDATE sqlite_sequence SET seq = 9007199254740993"),
        .statement("one with an image that is another", "UPDATE image SET bytes = x'00'"),
        .statement(
            "one with an image that would be written elsewhere",
            "UPDATE image SET name = '../../' || name WHERE name = (SELECT min(name) FROM image)"),
        .statement("one without its tables", "DROP TABLE field"),
        .statement(
            "one whose apps are a view without an end",
            "DROP TABLE app; CREATE VIEW app AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT "
                + AppRow.columns.split { $0 == "," || $0 == " " }.map { "n AS \($0)" }.joined(separator: ", ")
                + " FROM c"),
        .bytes("one cut short") { $0.removeLast($0.count / 2) },
        .bytes("one that lacks its last byte") { $0.removeLast() },
        .bytes("one with noise in the middle") { bytes in
            var noise = RandomSource(seed: 7)
            bytes.replaceSubrange(8192..<12_288, with: noise.bytes(4096))
        },
    ]

    @Test(
        "A restore replaces a registry that is gone or empty while its log is there only if that is asked for",
        arguments: [true, false])
    func refusesALogAlone(isEmptied: Bool) throws {
        try SampleGroup.with(apps: 5) { group in
            try group.registry.backUp(to: group.path("backup"))
            try group.emptyLog()
            try group.registry.setBadge(77, of: SampleGroup.appID(0))
            if isEmptied {
                try BytesOnDisk.write([], to: group.database)
            } else {
                try FileManager.default.removeItem(atPath: group.database)
            }
            let registry = group.registry
            let error = try #require(throws: AppGroupError.self) {
                try registry.restore(from: group.path("backup"))
            }
            #expect(error.code == .damaged && error.description.contains("--replace"))
            let kept = try #require(registry.restore(from: group.path("backup"), replacing: true).keptOldAs)
            #expect(FileManager.default.fileExists(atPath: kept))
            #expect(try registry.apps().count == 5)
        }
    }

    @Test("A refused restore leaves the old data untouched", arguments: flaws)
    func refuses(flaw: Flaw) throws {
        try SampleGroup.with(apps: 12) { group in
            let backup = group.path("backup.sqlite")
            try group.registry.backUp(to: backup)
            try flaw.make(backup)
            let (state, files) = (try group.state(), try group.files())
            let bytes = try BytesOnDisk.read(group.database)
            let error = try #require(throws: AppGroupError.self) {
                try group.registry.restore(from: backup, replacing: true)
            }
            #expect(error.exitStatus == flaw.exitStatus, "\(error)")
            #expect(error.description.contains(backup))
            #expect(try BytesOnDisk.read(group.database) == bytes)
            #expect(try group.files() == files)
            #expect(try group.state() == state)
        }
    }

    @Test("A refused restore makes no group", arguments: flaws)
    func makesNoGroup(flaw: Flaw) throws {
        try SampleGroup.with(apps: 12) { source in
            try source.registry.backUp(to: source.path("backup.sqlite"))
            try flaw.make(source.path("backup.sqlite"))
            try SampleGroup.with { group in
                #expect(throws: AppGroupError.self) {
                    try group.registry.restore(from: source.path("backup.sqlite"))
                }
                let files = try FileManager.default.contentsOfDirectory(atPath: group.folder)
                #expect(files.isEmpty)
            }
        }
    }

    @Test("A restore does not replace a registry that a newer release made")
    func refusesNewerStore() throws {
        try SampleGroup.with(apps: 2) { group in
            try group.registry.backUp(to: group.path("backup"))
            _ = try SQLiteTool.query(
                group.database, "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'")
            let error = try #require(throws: AppGroupError.self) {
                try group.registry.restore(from: group.path("backup"), replacing: true)
            }
            #expect(error.code == .tooNew)
        }
    }

    @Test("A restore of a group that is not kept in a file is refused")
    func refusesOtherStorages() throws {
        let registry = Registry(group: "org.example.memory", storage: InMemoryStorage())
        for call in [
            { try registry.backUp(to: "/nowhere") }, { _ = try registry.restore(from: "/nowhere") },
            { _ = try registry.repair() },
        ] {
            let error = try #require(throws: AppGroupError.self) { try call() }
            #expect(error.code == .configuration)
        }
        let homeless = Registry(group: "org.example.homeless", environment: ProcessEnvironment([:]))
        let error = try #require(throws: AppGroupError.self) { try homeless.backUp(to: "/nowhere") }
        #expect(error.description.contains("HOME"))
    }
}

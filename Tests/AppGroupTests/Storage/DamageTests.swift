import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Damaged registries", .ownGroup)
struct DamageTests {
    let group = TestGroup.current

    /// What became of a registry: its new bytes, made from the good ones.
    enum Damage: CaseIterable {
        case noise, text, halved, header, firstPage, cutInThePage, overwrittenTables

        func apply(_ good: [UInt8]) -> [UInt8] {
            var source = RandomSource(seed: 11)
            switch self {
            case .noise: return source.bytes(good.count)
            case .text: return Array("These are my notes, and no database.\n".utf8)
            case .halved: return Array(good.prefix(good.count / 2))
            case .header: return Array(good.prefix(100))
            case .firstPage: return Array(good.prefix(4096))
            case .cutInThePage: return Array(good.prefix(4096 + 1000))
            case .overwrittenTables: return good.prefix(100) + source.bytes(good.count - 100)
            }
        }
    }

    /// Everything in one file, as after a restore.
    func makeStore() async throws -> [UInt8] {
        for number in 0..<60 {
            var app = try group.app("tool\(number)", schemes: [try URLScheme("s\(number)")])
            app.fields = ["text": .string(String(repeating: "x", count: 500))]
            try group.registry.register(app)
        }
        try await RegistryReplacement.run(in: group) { try $0.setSetting("k", to: 1) }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: group.database)))
    }

    @Test(
        "A file that is not a registry is reported as damaged with path and remedy, and is left as it is",
        arguments: Damage.allCases)
    func isReported(damage: Damage) async throws {
        let bytes = damage.apply(try await makeStore())
        try Data(bytes).write(to: URL(fileURLWithPath: group.database))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: group.database)
        for arguments in [["list"], ["register", "org.example.new"], ["badge", "org.example.tool7", "1"]] {
            let result = try await RunningProcess.run(
                BuiltProgram.worker.path, arguments, environment: group.environment)
            #expect(result.ending == .exit(65), "\(arguments) \(result)")
            #expect(
                result.errors.contains(group.database) && result.errors.contains("launcher doctor --repair"),
                "\(result.errors)")
        }
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: group.database))) == bytes)
    }

    @Test(
        "An error quotes what a registry says about itself without characters that could disturb a terminal",
        arguments: [
            "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'; "
                + "UPDATE meta SET value = '9' || char(27) || ']0;x' || char(7) WHERE key = 'release'",
            "PRAGMA writable_schema = ON; "
                + "INSERT INTO sqlite_schema VALUES ('table', 'x' || char(27, 7), 'x', 0, 'garbage')",
        ])
    func isQuotedHarmlessly(sql: String) async throws {
        try group.registry.register(try group.app("inbox"))
        _ = try await Sqlite3.query(sql)
        let error = try #require(failure { try group.registry.setBadge(1, of: "org.example.inbox") })
        #expect(error.description.contains("U+001B"), "\(error)")
        #expect(error.description.unicodeScalars.allSatisfy { !PlainText.disturbs($0) })
    }

    @Test(
        "A registry that is empty or gone beside a full log is not taken for a new one, which would lose the log",
        arguments: [0, 1, nil])
    func keepsAFullLog(size: Int?) async throws {
        try group.registry.register(try group.app("inbox"))
        let log = try Data(contentsOf: URL(fileURLWithPath: "\(group.database)-wal"))
        #expect(!log.isEmpty)
        try FileManager.default.removeItem(atPath: group.database)
        if let size {
            #expect(
                FileManager.default.createFile(
                    atPath: group.database, contents: Data(count: size), attributes: [.posixPermissions: 0o600]))
        }
        for arguments in [["list"], ["register", "org.example.new"]] {
            let result = try await RunningProcess.run(
                BuiltProgram.worker.path, arguments, environment: group.environment)
            #expect(result.ending == .exit(65), "\(arguments) \(result)")
            #expect(result.errors.contains(group.database))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(group.database)-wal")) == log)
        #expect(try group.registry.repair().salvage?.apps == 1)
    }

    enum Stranger: CaseIterable { case folder, link, pipe }

    @Test(
        "A registry with something other than a file beside it is left alone until it is repaired",
        arguments: Container.companions, Stranger.allCases)
    func leavesStrangersAlone(ending: String, kind: Stranger) async throws {
        _ = try await makeStore()
        let path = group.database + ending
        try? FileManager.default.removeItem(atPath: path)
        let victim = try group.makeFile("victim", [1])
        switch kind {
        case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        }
        for call in [{ _ = try group.registry.apps() }, { try group.registry.setSetting("k", to: 2) }]
            as [() throws -> Void]
        {
            let error = failure(call)
            #expect(error?.code == .damaged, "\(error?.description ?? "")")
            #expect(error?.description.contains("\(path) is not a plain file") == true)
        }
        #expect(group.registry.diagnose().contains { $0.severity == .problem && $0.sentence.contains(path) })
        #expect(try group.registry.repair().salvage?.apps == 60)
        #expect(try group.registry.repair().wasSound)
        try group.registry.setSetting("k", to: 2)
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: victim))) == [1])
    }

    @Test("A database of another program is left alone")
    func leavesOtherDatabases() async throws {
        try FileManager.default.createDirectory(
            atPath: group.container, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        _ = try await Sqlite3.query("CREATE TABLE app (id TEXT); INSERT INTO app VALUES ('precious')")
        let before = try Data(contentsOf: URL(fileURLWithPath: group.database))
        for call in [{ _ = try group.registry.apps() }, { try group.registry.setSetting("k", to: 1) }]
            as [() throws -> Void]
        {
            let error = failure(call)
            #expect(error?.code == .damaged)
            #expect(
                error?.description.contains(group.database) == true
                    && error?.description.contains("some other program") == true)
        }
        #expect(try await Sqlite3.query("SELECT id FROM app") == "precious")
        #expect(try Data(contentsOf: URL(fileURLWithPath: group.database)) == before)
    }

    @Test("A folder or a link in place of the registry is left alone", arguments: [true, false])
    func leavesOtherKinds(isLink: Bool) throws {
        try group.registry.register(try group.app("inbox"))
        let elsewhere = "\(group.folder)/elsewhere"
        try FileManager.default.moveItem(atPath: group.database, toPath: elsewhere)
        if isLink {
            try FileManager.default.createSymbolicLink(atPath: group.database, withDestinationPath: elsewhere)
        } else {
            try FileManager.default.createDirectory(atPath: group.database, withIntermediateDirectories: false)
        }
        for call in [{ _ = try group.registry.apps() }, { try group.registry.setSetting("k", to: 1) }]
            as [() throws -> Void]
        {
            let error = failure(call)
            #expect(error?.code == .damaged)
            #expect(error?.description.contains(group.database) == true)
        }
    }

    @Test("Rows that another program wrote wrongly are left out when a registry is read")
    func passesOverNonsense() async throws {
        try group.registry.register(try group.app("inbox", schemes: ["inbox"]))
        _ = try await Sqlite3.query(
            """
            INSERT INTO app (id, name, launch, program, registered) VALUES ('no id', 'x', 'command', 'x', 0);
            INSERT INTO app (id, name, launch, program, registered) VALUES ('a.b', char(27), 'command', 'x', 0);
            INSERT INTO app (id, name, launch, program, registered) VALUES ('a.c', 'x', 'magic', 'x', 0);
            INSERT INTO field VALUES ('org.example.inbox', 'a b', 'integer', 1), ('org.example.inbox', 'k', 'colour', 'red');
            INSERT INTO scheme VALUES ('org.example.inbox', 9, 'no scheme', 0);
            INSERT INTO setting VALUES ('', 'integer', 1), ('moment', 'date', -9223372036854775808);
            INSERT INTO opening (app, moment, utcOffset) VALUES ('org.example.inbox', -9223372036854775808, 9223372036854775807);
            INSERT INTO opening (number, app, moment, utcOffset) VALUES (-9, '', 1, 1);
            UPDATE app SET badge = -5, fast = 9e999, lastOpening = 1, icon = 'png:../../x', version = char(7), missingSince = -9223372036854775808
                WHERE id = 'org.example.inbox';
            """)
        let apps = try group.registry.apps(including: .all)
        #expect(apps.map(\.id) == ["org.example.inbox"])
        let app = try #require(apps.first)
        #expect(
            app.badge == 0 && app.icon == nil && app.version == nil && app.record.schemes == ["inbox"]
                && app.fields == [:])
        #expect(try group.registry.settings().mapValues(\.description) == ["moment": "-292275055-05-16T16:47:04.192Z"])
        #expect(try group.registry.openings().map(\.app) == ["org.example.inbox"])
        #expect(try group.registry.openings().first?.localSeconds != nil)
        for order in AppOrder.allCases { _ = try group.registry.apps(order: order) }
        _ = try group.registry.prunePlan()
        try group.registry(clock: TestClock()).recordOwnOpening(of: app.id, patience: .zero)
        try group.registry.setBadge(2, of: app.id)
        #expect(try group.registry.totalBadge() == 2)
    }

    @Test(
        "A registry with impossible numbers of openings is read and can be repaired", arguments: [Int64.min, -1, .max])
    func survivesNumbers(number: Int64) async throws {
        try group.registry.register(try group.app("inbox"))
        _ = try #require(
            try group.registry.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .seconds(10)))
        _ = try await Sqlite3.query("UPDATE sqlite_sequence SET seq = \(number)")
        for order in AppOrder.allCases { #expect(try group.registry.apps(order: order).count == 1) }
        #expect(try group.registry.repair().salvage?.openings == 1)
        let next = try group.registry.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .seconds(10))
        #expect(next?.number == 2)
    }

    @Test(
        "A registry without free numbers for openings says so, instead of reporting a full disk",
        arguments: [true, false])
    func hasNoNumberLeft(isNoted: Bool) async throws {
        try group.registry.register(try group.app("inbox"))
        _ = try await Sqlite3.query(
            isNoted
                ? "INSERT INTO sqlite_sequence VALUES ('opening', 9223372036854775807)"
                : """
                INSERT INTO opening (number, app, moment, utcOffset)
                    VALUES (9223372036854775807, 'org.example.inbox', 0, 0);
                DELETE FROM sqlite_sequence
                """)
        let error = failure {
            _ = try group.registry.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .seconds(10))
        }
        #expect(error?.code == .damaged, "\(error?.description ?? "")")
        #expect(try group.registry.repair().wasSound == false)
        let next = try group.registry.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .seconds(10))
        #expect(next?.number == 1)
    }

    @Test("Wrong numbers of openings do not stop any call", arguments: [Int64.min, -1, .max])
    func toleratesNumbers(last: Int64) async throws {
        let app = try group.app("inbox")
        try group.registry.register(app)
        _ = try await Sqlite3.query(
            """
            INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq) VALUES (1, 'opening', \(last));
            UPDATE app SET openCount = \(last), lastOpening = \(last), fast = 1, slow = 1;
            """)
        #expect(try group.registry.apps().map(\.id) == [app.id])
        #expect(try group.registry.open(.app(app.id)) == .ended(0))
        #expect(try group.registry.apps().map(\.id) == [app.id])
    }
}

import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("The write-ahead log", .ownGroup)
struct WriteAheadLogTests {
    let group = TestGroup.current

    /// How long writers and truncation meet: 5 seconds, or as `STRESS_SECONDS` says.
    static let seconds = Int(ProcessEnvironment.current["STRESS_SECONDS"] ?? "") ?? 5

    var size: Int { (try? FileManager.default.attributesOfItem(atPath: "\(group.database)-wal")[.size] as? Int) ?? 0 }

    @Test("Nothing of sixteen writers is lost while the log is emptied again and again under the lock")
    func meetsWriters() async throws {
        try group.registry.register(try group.app("inbox"))
        let seconds = "\(Self.seconds)"
        let truncation = try BuiltProgram.worker.start("truncate-for", seconds)
        let reader = try BuiltProgram.worker.start("read-for", seconds)
        var environment = group.environment
        environment.variables["WORKER_PATIENCE"] = "600"
        var writers: [RunningProcess] = []
        for _ in 0..<16 {
            writers.append(
                try BuiltProgram.worker.start("add-for", "org.example.inbox", seconds, environment: environment))
        }
        var additions = 0
        for writer in writers {
            let result = try await writer.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
            additions += result.lines.first.flatMap { Int($0) } ?? 0
        }
        for (worker, least) in [(truncation, 5), (reader, 5)] {
            let result = try await worker.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
            #expect((result.lines.first.flatMap { Int($0) } ?? 0) >= least)
        }
        #expect(additions > 100)
        #expect(try group.registry.app("org.example.inbox")?.badge.value == Int64(additions))
        #expect(try await Sqlite3.isIntact())
    }

    @Test("The log stays small with writers that write once")
    func staysSmall() throws {
        try group.registry.register(try group.app("inbox"))
        for _ in 0..<300 {
            try group.registry.addToBadge(1, of: "org.example.inbox")
            #expect(size <= 300_000)
        }
        #expect(try group.registry.totalBadge() == 300)
    }

    @Test("The log grows while a reader is in the way, and is truncated when the reader is gone")
    func waitsForReaders() throws {
        try group.registry.register(try group.app("inbox"))
        let (reader, writer) = (try SQLiteStorage(group: group.id, environment: group.environment), group.registry)
        try reader.read { snapshot in
            _ = try snapshot.apps()
            for _ in 0..<1000 { try writer.addToBadge(1, of: "org.example.inbox") }
            #expect(size > 1_000_000)
            #expect(try snapshot.app("org.example.inbox")?.badge == 0)
        }
        // The first moves the log into the registry, the second starts it over.
        for _ in 0..<2 { try writer.addToBadge(1, of: "org.example.inbox") }
        #expect(size <= 768 << 10)
        #expect(try reader.read { try $0.app("org.example.inbox")?.badge } == 1002)
    }

    /// Prepares a connection of its own to write as on a network file system, and sets the badge with it.
    private func writeAsOnNetwork(_ badge: BadgeCount) throws {
        let container = Container(group: group.id, parent: group.home)
        let file = try #require(try container.checkDatabase())
        let session = try SQLiteSession(container: container, file: file)
        #expect(try session.becomeWritable(on: .network))
        try session.transaction("BEGIN IMMEDIATE") { _ = try $0.setBadge(badge, of: "org.example.inbox") }
    }

    @Test("A commit on a network file system waits for readers no longer than the writer's patience")
    func endsWhileOthersRead() throws {
        try group.registry.register(try group.app("inbox"))
        try writeAsOnNetwork(7)
        let reader = try SQLiteConnection(path: group.database, access: .readWrite)
        let container = Container(group: group.id, parent: group.home)
        let session = try SQLiteSession(container: container, file: #require(try container.checkDatabase()))
        #expect(try session.becomeWritable(on: .network))
        try reader.execute("BEGIN; SELECT count(*) FROM app")
        let duration = ContinuousClock().measure {
            for badge in 0..<40 as Range<Int64> {
                session.deadline = SystemClock.monotonicNanoseconds()
                #expect(throws: SQLiteError.self) {
                    try session.transaction("BEGIN IMMEDIATE") {
                        _ = try $0.setBadge(BadgeCount(clamping: badge), of: "org.example.inbox")
                    }
                }
            }
        }
        // SQLite waits for 5 seconds at each try if it is not told otherwise.
        #expect(duration < .seconds(100))
        try reader.execute("ROLLBACK")
        try session.transaction("BEGIN IMMEDIATE") { _ = try $0.setBadge(8, of: "org.example.inbox") }
        #expect(try group.registry.app("org.example.inbox")?.badge == 8)
    }

    @Test("A registry that comes to a network file system with a log gives it up at the next write")
    func isGivenUp() async throws {
        try group.registry.register(try group.app("inbox"))
        #expect(size > 0)
        for badge in [7, 8] as [BadgeCount] {
            try writeAsOnNetwork(badge)
            #expect(size == 0)
            // sqlite.org/fileformat2.html, section 1.3: the versions to write and to read the file.
            #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: group.database))[18...19]) == [1, 1])
            #expect(try await Sqlite3.query("PRAGMA journal_mode; SELECT badge FROM app") == "delete\n\(badge.value)")
        }
        #expect(try group.registry.app("org.example.inbox")?.badge == 8)
    }

    @Test(
        "A registry that others keep open on a network file system is not written with its log, and the error says why")
    func isNotGivenUpWhileOpen() throws {
        try group.registry.register(try group.app("inbox"))
        do {
            let reader = group.registry
            #expect(try reader.apps().count == 1)
            let error = failure { try writeAsOnNetwork(7) }
            #expect(error?.code == .busy && error?.description.contains("end the other programs") == true)
            #expect(error?.description.contains("launcher-badge-bridge, launcher window and launcher watch") == true)
            #expect(try reader.app("org.example.inbox")?.badge == 0)
        }
        try writeAsOnNetwork(7)
        #expect(try group.registry.app("org.example.inbox")?.badge == 7)
    }

    /// Whether the log contains this text.
    private func logHolds(_ text: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: "\(group.database)-wal")).range(of: Data(text.utf8)) != nil
    }

    @Test(
        "The next write of any process removes from the log what was forgotten while a reader was in the way",
        arguments: [true, false])
    func forgetsLater(bySameProcess: Bool) async throws {
        let registry = group.registry
        for name in ["inbox", "secret"] { try registry.register(try group.app(name)) }
        _ = try registry.recordOpening(of: "org.example.secret", isClaimed: true, patience: .seconds(10))
        let reader = try SQLiteStorage(group: group.id, environment: group.environment)
        try reader.read { snapshot in
            _ = try snapshot.apps()
            try registry.unregister("org.example.secret")
            try registry.prune(registry.prunePlan(graceDays: 0))
            #expect(try logHolds("org.example.secret"))
            // It cannot yet.
            try registry.setBadge(2, of: "org.example.inbox")
            #expect(try logHolds("org.example.secret"))
        }
        if bySameProcess {
            try registry.setBadge(3, of: "org.example.inbox")
        } else {
            #expect(try await BuiltProgram.worker.run("badge", "org.example.inbox", "3").ending == .exit(0))
        }
        #expect(try !logHolds("org.example.secret"))
        #expect(try group.registry.app("org.example.inbox")?.badge == 3)
    }

    @Test("A writer that ended right after forgetting leaves the rest to the next one")
    func forgetsForOthers() async throws {
        let storage = try SQLiteStorage(group: group.id, environment: group.environment)
        for name in ["inbox", "secret"] { try group.registry.register(try group.app(name)) }
        let reader = try SQLiteStorage(group: group.id, environment: group.environment)
        try reader.read { snapshot in
            _ = try snapshot.apps()
            try storage.write { try $0.delete("org.example.secret") }
        }
        #expect(try logHolds("org.example.secret"))
        #expect(try await BuiltProgram.worker.run("setting", "theme", "dark").ending == .exit(0))
        #expect(try !logHolds("org.example.secret"))
        // The note is gone, too.
        #expect(try Data(contentsOf: URL(fileURLWithPath: group.lock)).isEmpty)
    }
}

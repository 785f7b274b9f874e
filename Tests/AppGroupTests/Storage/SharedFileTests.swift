import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("One file shared by many processes", .ownGroup)
struct SharedFileTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    init() throws { try group.registry.register(try group.app("inbox")) }

    @Test("Readers and writers that have the old file open notice that it was replaced")
    func isReplaced() async throws {
        let (reader, writer) = (group.registry, group.registry)
        #expect(try reader.app(inbox)?.badge == 0)
        try writer.setBadge(1, of: inbox)
        let version = try reader.storage.version()
        try await RegistryReplacement.run(in: group) { try $0.setBadge(50, of: inbox) }
        #expect(try reader.storage.version() != version)
        #expect(try reader.app(inbox)?.badge == 50)
        #expect(try writer.addToBadge(1, of: inbox) == 51)
        #expect(try reader.app(inbox)?.badge == 51)
        #expect(try await Sqlite3.query("SELECT badge FROM app") == "51")
        #expect(try await Sqlite3.isIntact())
    }

    @Test("After a replacement, additions of other processes go into the new file")
    func isReplacedUnderWriters() async throws {
        let writers = try (0..<4).map { _ in try BuiltProgram.worker.start("add", "\(inbox)", "1000000") }
        for writer in writers { #expect(await comesTrue { !writer.output.isEmpty }) }
        try await RegistryReplacement.run(in: group) { try $0.setBadge(5_000_000, of: inbox) }
        var after: [Int64] = []
        for writer in writers {
            #expect(await comesTrue { writer.output.contains("\n5") }, "\(writer.errors)")
            writer.send(SIGKILL)
            let lines = try await writer.result().output.split(separator: "\n", omittingEmptySubsequences: false)
            after += lines.dropLast().compactMap { Int64($0) }.filter { $0 > 5_000_000 }
        }
        let badge = try #require(try group.registry.app(inbox)?.badge.value)
        #expect(Set(after).count == after.count)
        #expect((0...4).contains(badge - 5_000_000 - Int64(after.count)))
        #expect(try await Sqlite3.isIntact())
    }

    @Test("The version shows changes of other processes, even across a write that changed nothing")
    func hasAVersion() throws {
        let storage = try SQLiteStorage(group: group.id, environment: group.environment)
        let before = try storage.version()
        try group.registry.setBadge(3, of: inbox)
        try storage.write { _ in }
        #expect(try storage.version() != before)
    }

    @Test("A file that disappears can be read at any moment")
    func goesAway() async throws {
        let (app, groups) = (try group.app("rooms"), try (0..<200).map { try GroupID("org.example.group\($0)") })
        let (current, isDone) = (Guarded(groups[0]), Guarded(false))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                defer { isDone.withLock { $0 = true } }
                for id in groups {
                    current.withLock { $0 = id }
                    let registry = group.registry(of: id)
                    try registry.register(app)
                    try registry.storage.write { try $0.delete(app.id) }
                    #expect(try registry.storage.removeIfEmpty(patience: .seconds(10)))
                }
            }
            tasks.addTask {
                while !isDone.value {
                    let count = try group.registry(of: current.value).apps(including: .all).count
                    #expect(count <= 1)
                }
            }
            try await tasks.waitForAll()
        }
    }

    @Test("The file is not opened again while it stays the same")
    func staysOpen() throws {
        let registry = group.registry
        for _ in 0..<5 {
            _ = try registry.apps()
            try registry.addToBadge(1, of: inbox)
        }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(open.filter { $0 == group.database }.count == 1)
    }
}

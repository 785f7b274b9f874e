import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Many processes at once", .ownGroup)
struct OpeningRaceTests {
    let group = TestGroup.current

    @Test("Many processes that open a new group make one registry, and all succeed")
    func makeOneStore() async throws {
        let gate = "\(group.folder)/gate"
        var environment = group.environment
        environment.variables["WORKER_PATIENCE"] = "600"
        var workers: [RunningProcess] = []
        for number in 0..<32 {
            workers.append(
                try BuiltProgram.worker.start(
                    "--when", gate, "register", "org.example.tool\(number)", "scheme\(number)",
                    environment: environment))
        }
        try group.makeFile("gate", [])
        for worker in workers {
            let result = try await worker.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
            #expect(result.lines == ["registered"])
        }
        #expect(try group.registry.apps().count == 32)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: group.home).sorted() == [
                ".\(group.id).lock", "\(group.id)",
            ])
        #expect(try await Sqlite3.isIntact())
    }

    @Test("Many processes that open an older registry migrate it once, and all succeed")
    func migrateOnce() async throws {
        try group.registry.register(try group.app("inbox"))
        // A moment, since the tests' own threads may be waiting for the processes then, and could give no sign.
        let (folder, start) = (group.home, Date().timeIntervalSinceReferenceDate + 2)
        await withTaskGroup { tasks in
            for _ in 0..<32 {
                tasks.addTask {
                    await #expect(processExitsWith: .success) { [folder = folder as String, start = start as Double] in
                        while Date().timeIntervalSinceReferenceDate < start { usleep(200) }
                        let container = Container(group: "org.example.family", parent: folder)
                        let storage = SQLiteStorage(container: container, schema: .withCounter)
                        try storage.write(patience: .seconds(600)) { _ = try $0.addToBadge(1, of: "org.example.inbox") }
                    }
                }
            }
        }
        #expect(try group.registry.app("org.example.inbox")?.badge == 32)
        #expect(try await Sqlite3.query("SELECT value FROM meta WHERE key = 'migrations'") == "1")
        #expect(try await Sqlite3.query("PRAGMA user_version") == "\(Schema.current.version + 1)")
        #expect(try await Sqlite3.isIntact())
    }
}

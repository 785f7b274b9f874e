import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("A disk without room", .ownGroup)
struct DiskFullTests {
    let group = TestGroup.current

    /// Runs the worker where no file may grow beyond a size.
    func runLimited(_ bytes: Int, _ arguments: String...) async throws -> RunningProcess.Result {
        let command = "trap '' XFSZ; exec prlimit --fsize=\(bytes) -- \"$0\" \"$@\""
        return try await RunningProcess.run(
            "/bin/sh", ["-c", command, BuiltProgram.worker.path] + arguments, environment: group.environment)
    }

    @Test(
        "ends a writer with a sentence, and keeps everything that it had acknowledged",
        arguments: [40_000, 100_000, 200_000])
    func keepsWhatWasAcknowledged(limit: Int) async throws {
        try group.registry.register(try group.app("inbox"))
        let result = try await runLimited(limit, "add", "org.example.inbox", "1000")
        #expect(result.ending == .exit(74), "\(result.errors)")
        #expect(result.errors.contains(group.database) && result.errors.contains("disk"))
        let acknowledged = result.lines.count
        #expect(try group.registry.app("org.example.inbox")?.badge.value == Int64(acknowledged))
        #expect(try await Sqlite3.isIntact())
        #expect(try group.registry.addToBadge(1, of: "org.example.inbox").value == Int64(acknowledged) + 1)
    }

    @Test("where not even the first page fits makes no half of a store", arguments: [1000, 5000, 20_000])
    func makesNoHalfStore(limit: Int) async throws {
        let result = try await runLimited(limit, "register", "org.example.inbox")
        #expect(result.ending == .exit(74), "\(result.errors)")
        #expect(result.errors.contains(group.container))
        #expect(try group.registry.apps().isEmpty)
        try group.registry.register(try group.app("rooms"))
        #expect(try group.registry.apps().map(\.id) == ["org.example.rooms"])
        #expect(try await Sqlite3.isIntact())
    }

    @Test("keeps an icon whole or not at all")
    func keepsIconsWhole() throws {
        let folder = ImageFolder(path: "/dev/full/icons")
        let error = failure {
            try folder.save([1], for: .image(format: .png, digest: String(repeating: "0", count: 64)))
        }
        #expect(error?.code == .inputOutput)
    }

    @Test("is told apart from other failures")
    func isToldApart() {
        let error = SQLiteError(code: .full, message: "database or disk is full").described(path: "/store")
        #expect(error.code == .inputOutput && error.exitStatus == 74)
        #expect(error.description.contains("/store") && error.description.contains("free some space"))
    }
}

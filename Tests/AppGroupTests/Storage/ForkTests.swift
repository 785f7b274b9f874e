import AppGroupPlatform
import CAppGroupSQLite
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("A process that forks", .ownGroup)
struct ForkTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    init() throws { try group.registry.register(try group.app("inbox")) }

    @Test(
        "A child process can use the registry even if other threads of its parent were inside calls when it was forked")
    func isUsedInChildren() async throws {
        let result = try await BuiltProgram.worker.run("fork-during-calls", "\(inbox)", "50")
        #expect(result.ending == .exit(0), "\(result.errors)")
        let badge = try #require(try group.registry.app(inbox)?.badge)
        #expect(result.lines == ["badge \(badge)"])
        #expect(badge > 50)
        #expect(try await Sqlite3.isIntact())
    }

    @Test(
        "A child process opens the file again with its own locks, and nothing of either process is lost",
        arguments: ["fork", "fork-with-handles"])
    func opensTheFileAgain(command: String) async throws {
        let worker = try BuiltProgram.worker.start(command, "\(inbox)")
        #expect(await comesTrue { worker.output.hasSuffix("\n") }, "\(worker.errors)")
        let daemon = try child(in: worker.output)
        defer { kill(daemon, SIGKILL) }
        #expect(try holder(ofByte: 128, in: "\(group.database)-shm") == daemon)
        #expect(try group.registry.app(inbox)?.badge == 202)
        #expect(try await Sqlite3.isIntact())
    }

    @Test("If a process is killed while it holds the lock, a child that it forked before does not keep the lock")
    func leavesTheLock() async throws {
        let worker = try BuiltProgram.worker.start("fork-and-hold", "\(inbox)")
        try await worker.line("holding")
        let child = try child(in: worker.output)
        worker.send(SIGKILL)
        #expect(throws: Never.self) { try group.registry.setBadge(7, of: inbox, patience: .seconds(60)) }
        #expect(try group.registry.app(inbox)?.badge == 7)
        // The child also has what shows when the worker ends.
        kill(child, SIGKILL)
        _ = try await worker.result()
    }

    @Test(
        "A connection that a child has closed with all others is not closed again, even if another is in its place",
        .disabled(if: dlsym(nil, "__asan_init") != nil, "AddressSanitizer gives no address a second time so soon"))
    func isClosedOnce() throws {
        func open() throws -> OpaquePointer {
            var handle: OpaquePointer?
            #expect(sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
            return try #require(handle)
        }
        let first = try open()
        let database = OpenDatabase(first, path: ":memory:")
        database.close()
        var others: [OpaquePointer] = []
        repeat { others.append(try open()) } while others.last != first && others.count < 100
        database.close()
        for other in others {
            #expect(sqlite3_exec(other, "SELECT 1", nil, nil, nil) == SQLITE_OK)
            sqlite3_close_v2(other)
        }
        // Without such a one, nothing was tested.
        #expect(others.contains(first))
    }

    /// The number after “daemon” or “child”.
    private func child(in output: String) throws -> Int32 {
        let words = output.split(whereSeparator: \.isWhitespace).map(String.init)
        let place = try #require(words.firstIndex { ["daemon", "child"].contains($0) })
        return try #require(Int32(words[place + 1]))
    }

    /// The process that holds a lock of POSIX. By byte 128 of the shared memory, SQLite knows whether any process has the
    /// registry open; a process that finds none begins the shared memory again.
    private func holder(ofByte byte: Int, in path: String) throws -> Int32 {
        let file = try Descriptor(opening: path, O_RDWR)
        var probe = flock()
        probe.l_type = Int16(F_WRLCK)
        probe.l_whence = Int16(SEEK_SET)
        probe.l_start = byte
        probe.l_len = 1
        try SystemError.retrying { fcntl(file.number, F_GETLK, &probe) }
        return probe.l_pid
    }
}

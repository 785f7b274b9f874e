import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("The writer's lock", .ownGroup)
struct WriterLockTests {
    let group = TestGroup.current

    init() throws { try group.registry.register(try group.app("inbox")) }

    @Test("The lock keeps others from writing until it is released, and never from reading")
    func excludes() throws {
        try group.whileLocked { () throws in
            let error = failure {
                try group.registry.setBadge(1, of: "org.example.inbox", patience: .milliseconds(100))
            }
            #expect(error?.code == .busy && error?.exitStatus == 75)
            #expect(error?.description.contains(group.lock) == true && error?.description.contains("0.1 s") == true)
            #expect(try group.registry.apps().count == 1)
        }
        try group.registry.setBadge(1, of: "org.example.inbox", patience: .zero)
    }

    @Test("A write waits no longer than its patience for a program that keeps the registry locked with SQLite alone")
    func endsWhileSQLiteIsLocked() throws {
        let program = try SQLiteConnection(path: group.database, access: .readWrite)
        try program.execute("BEGIN IMMEDIATE")
        let registry = group.registry
        let duration = ContinuousClock().measure {
            for patience in [Duration](repeating: .zero, count: 59) + [.milliseconds(100)] {
                let error = failure { try registry.setBadge(1, of: "org.example.inbox", patience: patience) }
                #expect(error?.code == .busy)
            }
        }
        #expect(try registry.apps().count == 1)
        // SQLite waits for 5 seconds at each try if it is not told otherwise.
        #expect(duration < .seconds(150))
        try program.execute("ROLLBACK")
        try registry.setBadge(1, of: "org.example.inbox", patience: .zero)
    }

    @Test("A lock that was moved away with its folder is not taken for the one in its place")
    func isRecognizedAfterAMove() throws {
        let veteran = group.registry
        try veteran.setBadge(1, of: "org.example.inbox")
        try FileManager.default.moveItem(atPath: group.home, toPath: "\(group.home).old")
        try FileManager.default.copyItem(atPath: "\(group.home).old", toPath: group.home)
        try group.whileLocked { () throws in
            #expect(failure { try veteran.setBadge(2, of: "org.example.inbox", patience: .zero) }?.code == .busy)
        }
        try veteran.setBadge(3, of: "org.example.inbox", patience: .zero)
        #expect(try group.registry(of: group.id).app("org.example.inbox")?.badge == 3)
    }

    @Test("A writer waits for the lock as long as patience lasts")
    func isWaitedFor() async throws {
        let holder = try BuiltProgram.worker.start("hold")
        try await holder.line("holding")
        async let write: Void = onThread { [group] in
            try group.registry.setBadge(7, of: "org.example.inbox", patience: .seconds(600))
        }
        try await Task.sleep(for: .milliseconds(50))
        holder.send(SIGKILL)
        try await write
        #expect(try group.registry.app("org.example.inbox")?.badge == 7)
    }

    /// Whether this process has the file of the lock open: another process holds it, so a thread here waits for it.
    private var isWaitedFor: Bool {
        get throws {
            let file = try Files.status(group.lock).identity
            return ThisProcess.openFileIdentities().contains(file)
        }
    }

    @Test("While one thread waits for the lock, others read with the same registry, or fail at once without patience")
    func isNotWaitedForByOthers() async throws {
        let holder = try BuiltProgram.worker.start("hold")
        try await holder.line("holding")
        let registry = group.registry
        #expect(try registry.apps().count == 1)
        async let write: Void = onThread {
            try registry.setBadge(7, of: "org.example.inbox", patience: .seconds(600))
        }
        #expect(try await comesTrue { try isWaitedFor })
        #expect(try registry.apps().count == 1)
        _ = try registry.storage.version()
        #expect(failure { try registry.setBadge(1, of: "org.example.inbox", patience: .zero) }?.code == .busy)
        // If one of these calls had waited for the thread, its patience would be over.
        holder.send(SIGKILL)
        try await write
        #expect(try registry.app("org.example.inbox")?.badge == 7)
    }

    /// Reads on another thread until the value becomes true. Returns once it reads.
    private func read(with registry: Registry, until mayEnd: Guarded<Bool>) async {
        let isReading = Guarded(false)
        Thread.detachNewThread {
            try? registry.storage.read { _ in
                isReading.withLock { $0 = true }
                _ = blockUntil { mayEnd.value }
            }
        }
        #expect(await comesTrue { isReading.value })
    }

    @Test("A thread that waits for a read of its own process does not keep other processes from writing")
    func isNotHeldDuringOwnReads() async throws {
        let holder = try BuiltProgram.worker.start("hold")
        try await holder.line("holding")
        let registry = group.registry
        let (mayEnd, hasWritten) = (Guarded(false), Guarded(false))
        Thread.detachNewThread {
            let error = failure { try registry.setBadge(7, of: "org.example.inbox", patience: .seconds(600)) }
            #expect(error == nil)
            hasWritten.withLock { $0 = true }
        }
        #expect(try await comesTrue { try isWaitedFor })
        await read(with: registry, until: mayEnd)
        holder.send(SIGKILL)
        // Its additions take a second, in which the thread tries to get the lock.
        var environment = group.environment
        environment.variables["WORKER_PATIENCE"] = "60"
        let other = try await BuiltProgram.worker.run("add-for", "org.example.inbox", "1", environment: environment)
        #expect(other.ending == .exit(0), "\(other.errors)")
        #expect(!hasWritten.value)
        mayEnd.withLock { $0 = true }
        #expect(await comesTrue { hasWritten.value })
        #expect(try registry.app("org.example.inbox")?.badge == 7)
    }

    @Test("A write waits for a read of its own process only as long as patience lasts, and its error says so")
    func isNotWaitedForInVainDuringOwnReads() async {
        let (registry, mayEnd) = (group.registry, Guarded(false))
        await read(with: registry, until: mayEnd)
        let error = failure { try registry.addToBadge(1, of: "org.example.inbox", patience: .milliseconds(300)) }
        #expect(error?.code == .busy)
        #expect(error?.description.contains("has been reading the registry \(group.database) for 0.3 s") == true)
        mayEnd.withLock { $0 = true }
        #expect(throws: Never.self) { try registry.addToBadge(1, of: "org.example.inbox", patience: .seconds(600)) }
    }

    @Test("Another thread that holds the lock is not called a process that could be ended")
    func namesThreads() throws {
        try group.whileLocked {
            let error = failure {
                try group.registry.setBadge(1, of: "org.example.inbox", patience: .milliseconds(100))
            }
            #expect(error?.code == .busy)
            #if os(Linux)
            #expect(error?.description.hasPrefix("Another thread has been writing to the group for 0.1 s") == true)
            #expect(error?.description.contains("end that process") == false)
            #endif
        }
    }

    @Test("A writer that was suspended until its patience was over waits for the lock again")
    func isWaitedForAfterAStop() async throws {
        // The worker has the patience that every write has: ten seconds.
        let script = """
            "$1" hold >"$2" & holder=$!
            until grep -q holding "$2"; do sleep 0.05; done
            "$1" add org.example.inbox 1 & waiting=$!
            sleep 0.5
            kill -STOP $waiting
            sleep 11
            kill -CONT $waiting
            sleep 0.3
            kill -KILL $holder
            wait $waiting
            """
        let result = try await RunningProcess.run(
            "/bin/sh", ["-c", script, "sh", BuiltProgram.worker.path, "\(group.folder)/said"],
            environment: group.environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try group.registry.app("org.example.inbox")?.badge == 1)
    }

    @Test("The lock can be taken with any patience", arguments: [.min, -1, .max] as [Int64])
    func isTakenWithAnyPatience(seconds: Int64) throws {
        let patience = Duration.seconds(seconds)
        try group.registry.setBadge(7, of: "org.example.inbox", patience: patience)
        #expect(try group.registry.repair(patience: patience).wasSound)
        let backup = "\(group.folder)/backup"
        try group.registry.backUp(to: backup)
        #expect(try group.registry.restore(from: backup, replacing: true, patience: patience).apps == 1)
        guard seconds < 0 else { return }
        try group.whileLocked {
            let error = failure { try group.registry.setBadge(1, of: "org.example.inbox", patience: patience) }
            #expect(error?.code == .busy)
        }
    }

    @Test("The lock of a stopped process does not block others forever")
    func isNotWaitedForInVain() async throws {
        let holder = try BuiltProgram.worker.start("hold")
        try await holder.line("holding")
        holder.send(SIGSTOP)
        let error = failure { try group.registry.setBadge(1, of: "org.example.inbox", patience: .milliseconds(200)) }
        #expect(error?.code == .busy)
        #expect(error?.description.contains("end that process") == true)
        #if os(Linux)
        #expect(error?.description.contains("Another process (\(holder.id), registry-worker)") == true)
        #endif
        #expect(try group.registry.apps().count == 1)
    }

    @Test("The lock is released when its process ends, however it ends", arguments: [SIGKILL, SIGTERM])
    func falls(signal: Int32) async throws {
        let holder = try BuiltProgram.worker.start("hold")
        try await holder.line("holding")
        #expect(failure { try group.registry.setBadge(1, of: "org.example.inbox", patience: .zero) }?.code == .busy)
        holder.send(signal)
        _ = try await holder.result()
        try group.registry.setBadge(1, of: "org.example.inbox", patience: .seconds(5))
    }

    @Test("A deleted lock is made again, and still excludes processes that have the old one open")
    func survivesDeletion() throws {
        let veteran = group.registry
        try veteran.setBadge(1, of: "org.example.inbox")
        try FileManager.default.removeItem(atPath: group.lock)
        try group.whileLocked {
            #expect(failure { try veteran.setBadge(2, of: "org.example.inbox", patience: .zero) }?.code == .busy)
        }
        try veteran.setBadge(3, of: "org.example.inbox")
        #expect(try group.registry.app("org.example.inbox")?.badge == 3)
    }
}

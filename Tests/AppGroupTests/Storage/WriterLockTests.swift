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
        let write = Task.detached { [group] in
            try group.registry.setBadge(7, of: "org.example.inbox", patience: .seconds(60))
        }
        try await Task.sleep(for: .milliseconds(50))
        holder.send(SIGKILL)
        try await write.value
        #expect(try group.registry.app("org.example.inbox")?.badge == 7)
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

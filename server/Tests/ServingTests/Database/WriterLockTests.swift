import Foundation
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Serving

struct WriterLockTests {
    /// Counts how many threads are inside, now and at most.
    private final class Room: Sendable {
        private let counts = Mutex((inside: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }
        func leave() { counts.withLock { $0.inside -= 1 } }

        func enter() {
            counts.withLock { counts in
                counts.inside += 1
                counts.most = max(counts.most, counts.inside)
            }
        }
    }

    private func lock(in folder: TemporaryFolder) -> WriterLock { WriterLock(path: "\(folder.path)/.lock") }

    @Test func `Only one thread at a time holds the writer lock`() async throws {
        let folder = try TemporaryFolder()
        let lock = lock(in: folder)
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        try lock.holding {
                            room.enter()
                            // Long enough for the others to come in, if they could.
                            Thread.sleep(forTimeInterval: 0.0002)
                            room.leave()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.most == 1)
    }

    @Test func `A writer gives up in time if the lock is held, and gets it once it is free`() async throws {
        let folder = try TemporaryFolder()
        let lock = lock(in: folder)
        try lock.holding {
            do {
                try lock.holding(patience: .milliseconds(50)) { _ = Issue.record("Held twice.") }
            } catch let error as ServiceError {
                #expect(error.code == .busy && error.description.contains(".lock"))
                // Clients over HTTP are told nothing of the server's files.
                #expect(!error.answer.contains(folder.path) && !error.answer.contains("process"))
            }
        }
        #expect(try lock.holding(patience: .zero) { 7 } == 7)
    }

    @Test func `A read-only file system is named as such, and other failures lead to the file's owner`() {
        let lock = WriterLock(path: "/srv/.lock")
        #expect(
            lock.described(.opening(.readOnly)).description
                == "The file system of /srv/.lock is read-only; mount it for writing.")
        #expect(lock.described(.opening(.accessDenied)).description.hasSuffix(" Check who owns it."))
    }

    @Test func `A stopped process that holds the writer lock does not block others forever`() async throws {
        let folder = try TemporaryFolder()
        let lock = lock(in: folder)
        // Without a fork, so that the process that is stopped is the only one that has the lock.
        let holder = try RunningProcess(
            "/usr/bin/flock", ["--no-fork", lock.path, "/bin/sh", "-c", "echo held; exec sleep 600"],
            environment: .current, keeping: folder)
        try await holder.line("held")
        holder.send(SIGSTOP)
        #expect(throws: ServiceError.self) { try lock.holding(patience: .milliseconds(50)) {} }
        holder.kill()
    }

    @Test func `A symbolic link in place of the lock file is refused, and a deleted lock file is created again`() throws
    {
        let folder = try TemporaryFolder()
        let lock = lock(in: folder)
        try lock.holding { try folder.remove(".lock") }
        #expect(try lock.holding { 7 } == 7)
        try folder.remove(".lock")
        try FileManager.default.createSymbolicLink(
            atPath: lock.path, withDestinationPath: "\(folder.path)/other")
        do {
            try lock.holding { _ = Issue.record("A link was followed.") }
        } catch let error as ServiceError {
            #expect(error.code == .permission)
        }
        #expect(try folder.files().isEmpty)
    }

    @Test func `Many writers that are late give up together if the lock is held`() throws {
        let folder = try TemporaryFolder()
        let lock = lock(in: folder)
        let late = ContinuousClock.now
        try lock.holding {
            for _ in 0..<100 {
                let error = #expect(throws: ServiceError.self) { try lock.holding(until: late) {} }
                #expect(error?.code == .busy)
            }
        }
        try lock.holding(until: late) {}
    }
}

import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import CatalogServer

struct WriterLockTests {
    /// Counts who is in it.
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

    private func lock(in folder: BlobFolder) -> WriterLock { WriterLock(path: FilePath("\(folder.path)/.lock")) }

    @Test func `Threads exclude each other`() async throws {
        let folder = try BlobFolder()
        let lock = lock(in: folder)
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        try lock.holding {
                            room.enter()
                            room.leave()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.most == 1)
    }

    @Test func `Who finds the lock held gives up in time, and gets it when it is free`() async throws {
        let folder = try BlobFolder()
        let lock = lock(in: folder)
        try lock.holding {
            do {
                try lock.holding(patience: .milliseconds(50)) { _ = Issue.record("Held twice.") }
            } catch let error as ServiceError {
                #expect(error.code == .busy && error.description.contains(".lock"))
            }
        }
        #expect(try lock.holding(patience: .zero) { 7 } == 7)
    }

    @Test func `A process that was stopped keeps nobody waiting for good`() async throws {
        let folder = try BlobFolder()
        let lock = lock(in: folder)
        let holder = Process()
        let output = Pipe()
        holder.executableURL = URL(filePath: "/usr/bin/flock")
        holder.arguments = [lock.path.string, "-c", "echo held; sleep 60"]
        holder.standardOutput = output
        try holder.run()
        defer {
            kill(holder.processIdentifier, SIGKILL)
            holder.waitUntilExit()
        }
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        kill(holder.processIdentifier, SIGSTOP)
        #expect(throws: ServiceError.self) { try lock.holding(patience: .milliseconds(50)) {} }
    }

    @Test func `A link in its place is refused, and a lock that was deleted is made again`() throws {
        let folder = try BlobFolder()
        let lock = lock(in: folder)
        try lock.holding { try folder.remove(".lock") }
        #expect(try lock.holding { 7 } == 7)
        try folder.remove(".lock")
        try FileManager.default.createSymbolicLink(
            atPath: lock.path.string, withDestinationPath: "\(folder.path)/other")
        do {
            try lock.holding { _ = Issue.record("A link was followed.") }
        } catch let error as ServiceError {
            #expect(error.code == .permission)
        }
        #expect(try folder.files().isEmpty)
    }
}

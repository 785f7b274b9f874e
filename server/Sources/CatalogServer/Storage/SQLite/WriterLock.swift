import Foundation
import SystemPackage

/// The one lock under which every write and every checkpoint of every process runs, and of every thread of this one.
///
/// SQLite 3.7.0 to 3.51.2 can lose pages where a checkpoint meets a write that resets the log (sqlite.org/wal.html, "the
/// WAL-reset bug"): under this lock they never meet. It is `flock` on a file beside the database, which is never renamed or
/// deleted. A holder that was stopped would block a plain wait for good, so the lock is tried, with pauses that grow and vary.
struct WriterLock: Sendable {
    let path: FilePath

    /// How long a write waits for another process's.
    static let patience = Duration.seconds(10)

    /// Runs `body` under the lock; throws `busy` where it can't be had in time.
    func holding<Result>(patience: Duration = patience, _ body: () throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + patience
        var file = try open()
        defer { file.unlock() }
        var pause = Self.shortestPause
        while true {
            if try isTaken(file) {
                // Somebody may have deleted it, or put another in its place.
                if try file.hasName() { return try body() }
                file = try open()
                continue
            }
            guard ContinuousClock.now < deadline else {
                throw ServiceError(
                    .busy,
                    "Another process has been writing to the catalogue for \(patience.components.seconds) s (lock \(path)); "
                        + "try again, or end that process if it was stopped.", retryAfter: 5)
            }
            Thread.sleep(forTimeInterval: pause * .random(in: 0.5...1))
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Locks of their own for each use, so that threads exclude each other like processes.
    private func open() throws(ServiceError) -> OpenFile {
        do {
            return try OpenFile(writing: path.string)
        } catch {
            throw ServiceError(
                .permission, "The lock \(path) cannot be opened, so nothing is written: \(error). Check who owns it.")
        }
    }

    private func isTaken(_ file: OpenFile) throws -> Bool {
        do {
            return try file.tryLock(.exclusive)
        } catch {
            throw ServiceError(.inputOutput, "The lock \(path) cannot be taken: \(error).")
        }
    }

    // Seconds.
    private static let shortestPause = 0.0002
    private static let longestPause = 0.02
}

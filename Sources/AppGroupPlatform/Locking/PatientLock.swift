/// A lock between processes that waits for its holder, but never without bound.
///
/// A holder that was stopped would block a plain wait for good. So the lock is tried, with pauses that grow and vary, until
/// patience ends.
package struct PatientLock: ~Copyable {
    /// Why the lock could not be taken.
    package enum Failure: Error {
        /// Its file cannot be opened: ``SystemError/linkLoop`` if it is a symbolic link.
        case opening(SystemError)
        case taking(SystemError)
        /// Another process held it for this long.
        case held(Duration)
    }

    private var lock: FileLock
    /// Which file it is; `nil` if the system doesn't say.
    private var identity: FileStatus.Identity?
    /// When the file had last been changed when it was last seen at the path; `nil` if it has not been seen there.
    private var changeSeen: FileStatus.Moment?
    private let path: String
    /// Whether the file was not empty when the lock was last taken: what its holders leave in it is a mark for the next one.
    package private(set) var isMarked = false

    /// - Parameter path: A file that is made once and never renamed or deleted.
    package init(path: String) throws(Failure) {
        self.path = path
        lock = try Self.open(path)
        identity = try? lock.status().identity
    }

    private static func open(_ path: String) throws(Failure) -> FileLock {
        do { return try FileLock(path: path) } catch { throw .opening(error) }
    }

    /// Takes the lock, or throws ``Failure/held(_:)`` once patience ends.
    ///
    /// - Parameter start: When waiting began, in nanoseconds of the monotonic clock.
    package mutating func acquire(
        patience: Duration, since start: Int64 = SystemClock.monotonicNanoseconds()
    ) throws(Failure) {
        let nanoseconds = patience.nanosecondsToWait
        let deadline = start + nanoseconds
        var pause: Int64 = Self.shortestPause
        var waited = SystemClock.monotonicNanoseconds() - start
        while true {
            // A busy holder releases the lock for only a microsecond at a time. The longer a caller has slept, the more often it
            // tries.
            for _ in 0...pause / Self.pausePerTry { if try tryOnce() { return } }
            let now = SystemClock.monotonicNanoseconds()
            // While the machine stood still, the holder did, too: that does not count as waiting.
            guard now < deadline || waited < nanoseconds / 2 else { throw .held(patience) }
            // The clock's last digits vary enough; the system's random numbers cost more than a try.
            let nap = pause / 2 + now % (pause / 2)
            SystemClock.sleep(nanoseconds: now < deadline ? min(deadline - now, nap) : nap)
            waited += nap
            pause = min(pause * 2, Self.longestPause)
        }
    }

    package func release() { lock.unlock() }

    /// Takes the lock if nobody holds it. May fail if the file was deleted, moved or replaced: the next try takes the one that is
    /// at the path now. That a folder above it was moved shows only the first time; see ``isInPlace()``.
    package mutating func tryOnce() throws(Failure) -> Bool {
        do {
            guard try lock.tryLock() else { return false }
        } catch { throw .taking(error) }
        // The open file is asked, because a path takes longer. What happens to its name changes the file, too.
        if let changeSeen, let status = try? lock.status(), status.links > 0, status.change == changeSeen {
            isMarked = status.size > 0
            return true
        }
        if isInPlace() { return true }
        lock.unlock()
        lock = try Self.open(path)
        identity = try? lock.status().identity
        changeSeen = nil
        return false
    }

    /// Whether the file is still the one at the path. Otherwise a lock on it excludes no one. To be called while the lock is held.
    package mutating func isInPlace() -> Bool {
        guard let status = try? Files.status(path, followingLinks: false), status.identity == identity else {
            return false
        }
        isMarked = status.size > 0
        changeSeen = status.change
        return true
    }

    // Nanoseconds; measured in docs/decisions/0003-registry-tuning.md.
    private static let shortestPause: Int64 = 100_000
    private static let longestPause: Int64 = 20_000_000
    private static let pausePerTry: Int64 = 1_000_000
}

/// The one lock under which every write and every checkpoint of every process runs.
///
/// A holder that was stopped would block a plain wait for good. So the lock is tried, with pauses that grow and vary, until
/// patience ends. SQLite 3.7.0 to 3.51.2 can lose pages where a checkpoint meets a write that resets the log
/// (sqlite.org/wal.html, "the WAL-reset bug"): under this lock they never meet.
struct WriterLock: ~Copyable {
    private var lock: FileLock
    private let path: String

    init(path: String) throws {
        self.path = path
        lock = try Self.open(path)
    }

    private static func open(_ path: String) throws -> FileLock {
        do {
            return try FileLock(path: path)
        } catch SystemError.linkLoop {
            throw AppGroupError(.permission, "The lock \(path) is a symbolic link; delete it.")
        } catch {
            var described = Container.described(
                error, "The lock \(path) cannot be opened, so nothing is written", path: path)
            if described.code != .permission {
                described = AppGroupError(.permission, described.description, errno: error.number)
            }
            throw described
        }
    }

    /// Takes the lock, or throws ``AppGroupError/Code/busy`` once patience ends.
    mutating func acquire(patience: Duration) throws {
        let patience = min(max(patience, .zero), Self.longestPatience)
        let start = Clock.monotonicNanoseconds()
        let (seconds, attoseconds) = patience.components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let deadline = start + nanoseconds
        var pause: Int64 = Self.shortestPause
        var waited: Int64 = 0
        while true {
            // A busy holder lets go for a microsecond at a time. Who slept long has waited long, and tries more often.
            for _ in 0...pause / Self.pausePerTry { if try tryOnce() { return } }
            let now = Clock.monotonicNanoseconds()
            // While the machine stood still the holder did, too: that is no waiting.
            guard now < deadline || waited < nanoseconds / 2 else {
                throw AppGroupError(
                    .busy,
                    "Another process has been writing to the group for \(patience.inSeconds) s (lock \(path)); try again, "
                        + "or end that process if it was stopped.")
            }
            // The clock's last digits vary enough; the system's random numbers cost more than a try.
            let nap = pause / 2 + now % (pause / 2)
            Clock.sleep(nanoseconds: now < deadline ? min(deadline - now, nap) : nap)
            waited += nap
            pause = min(pause * 2, Self.longestPause)
        }
    }

    func release() { lock.unlock() }

    private mutating func tryOnce() throws -> Bool {
        do {
            guard try lock.tryLock() else { return false }
        } catch {
            throw Container.described(error, "The lock \(path) cannot be taken", path: path)
        }
        if lock.hasName { return true }
        lock = try Self.open(path)
        return false
    }

    /// Some thirty years, which fit into the nanoseconds of 64 bits.
    private static let longestPatience = Duration.seconds(1 << 30)

    // Nanoseconds; measured in docs/decisions/0003-store-tuning.md.
    private static let shortestPause: Int64 = 100_000
    private static let longestPause: Int64 = 20_000_000
    private static let pausePerTry: Int64 = 1_000_000
}

extension Duration {
    /// Seconds with one decimal.
    fileprivate var inSeconds: String {
        let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}

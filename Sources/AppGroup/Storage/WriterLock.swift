import AppGroupPlatform

/// The one lock under which every write and every checkpoint of every process runs.
///
/// SQLite 3.7.0 to 3.51.2 can lose pages if a checkpoint runs during a write that resets the log (sqlite.org/wal.html, "the
/// WAL-reset bug"): under this lock they never meet.
package struct WriterLock: ~Copyable {
    private var lock: PatientLock
    private let path: String

    package init(path: String) throws {
        self.path = path
        do { lock = try PatientLock(path: path) } catch { throw Self.described(error, path) }
    }

    /// Takes the lock, or throws ``AppGroupError/Code/busy`` once patience ends.
    ///
    /// - Parameter start: When waiting began, in nanoseconds of the monotonic clock.
    package mutating func acquire(
        patience: Duration, since start: Int64 = SystemClock.monotonicNanoseconds()
    ) throws {
        do { try lock.acquire(patience: patience, since: start) } catch { throw Self.described(error, path) }
    }

    /// Takes the lock if nobody holds it. May fail if its file was replaced: the next try takes the new one.
    mutating func tryOnce() throws -> Bool {
        do { return try lock.tryOnce() } catch { throw Self.described(error, path) }
    }

    /// Whether the file of the lock is still the one at its path. To be called while the lock is held.
    mutating func isInPlace() -> Bool { lock.isInPlace() }

    package func release() { lock.release() }

    /// Whether the last holder left a ``LogNote``.
    var isMarked: Bool { lock.isMarked }

    /// The error after waiting without success for the lock at a path.
    static func busy(_ path: String, for patience: Duration) -> AppGroupError {
        // Without patience, the answer must come at once.
        let holder = patience > .zero ? LockHolder(ofFileAt: path) : nil
        let isOwn = holder?.process == ThisProcess.number
        let writer =
            isOwn ? "thread" : "process" + (holder.map { " (\($0.process), \(PlainText.harmless($0.name)))" } ?? "")
        return AppGroupError(
            .busy,
            "Another \(writer) has been writing to the group for \(patience.inSeconds) s (lock \(path)); try again"
                + (isOwn ? "." : ", or end that process if it was stopped."))
    }

    /// The error after waiting without success for other threads of this process that read.
    static func reading(_ path: String, for patience: Duration) -> AppGroupError {
        AppGroupError(
            .busy,
            "Another thread of this process has been reading the registry \(path) for \(patience.inSeconds) s; try again."
        )
    }

    private static func described(_ failure: PatientLock.Failure, _ path: String) -> AppGroupError {
        switch failure {
        case .opening(SystemError.linkLoop):
            return AppGroupError(.permission, "The lock \(path) is a symbolic link; delete it.")
        case .opening(let error):
            let described = Container.described(error, "The lock \(path) cannot be opened, so nothing is written")
            if described.code == .permission || error.isDiskFull || error.isLackOfDescriptors { return described }
            return AppGroupError(.permission, described.description, errno: error.number)
        case .taking(let error):
            return Container.described(error, "The lock \(path) cannot be taken")
        case .held(let patience):
            return busy(path, for: patience)
        }
    }
}

/// A note for the next writer, whichever process it is: the log holds something that was deliberately forgotten, and must be
/// emptied. A reader was in the way, or the process ended too early.
///
/// The note is a byte in the file of the lock, which every writer has open.
struct LogNote {
    /// The path of the lock.
    let lock: String

    /// Best effort: a note that cannot be left concerns only a log that cannot be emptied now.
    func leave() { try? resize(to: 1) }

    func remove() { try? resize(to: 0) }

    private func resize(to size: Int64) throws(SystemError) { try Descriptor.keeping(lock).truncate(to: size) }
}

extension Duration {
    /// Seconds with one decimal.
    fileprivate var inSeconds: String {
        let tenths = nanosecondsToWait / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}

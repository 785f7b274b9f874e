/// The turn to do what one process at a time does. It lasts until ``end()``, and ends with this value and its process at the
/// latest.
///
/// A lock on a file keeps the turn. The file stays: a file that was deleted and made again could be locked twice.
public final class ProcessTurn: Sendable {
    /// Whether another process had the turn first. It may have done the work.
    public let hasWaited: Bool
    private let lock: PatientLock

    private init(_ lock: consuming PatientLock, hasWaited: Bool) {
        self.hasWaited = hasWaited
        self.lock = lock
    }

    /// Takes the turn, or returns `nil` if another process has it.
    ///
    /// - Parameter path: The path of the file.
    public convenience init?(tryAt path: String) throws(SystemError) {
        do throws(PatientLock.Failure) {
            var lock = try PatientLock(path: path)
            guard try Self.take(&lock) else { return nil }
            self.init(lock, hasWaited: false)
        } catch {
            throw error.reason
        }
    }

    /// Takes the turn, and waits for it if necessary.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - patience: The longest wait.
    ///   - waiting: Called once if another process has the turn.
    /// - Returns: `nil` if another process still has the turn after that time.
    public static func wait(
        at path: String, patience: Duration, waiting: () -> Void = {}
    ) throws(SystemError) -> ProcessTurn? {
        do throws(PatientLock.Failure) {
            var lock = try PatientLock(path: path)
            if try take(&lock) { return ProcessTurn(lock, hasWaited: false) }
            waiting()
            let deadline = Deadline(after: patience)
            var pause = Duration.milliseconds(1)
            while try !take(&lock) {
                guard deadline.sleep(atMost: pause) else { return nil }
                // A turn may last for hours.
                pause = min(pause * 2, .milliseconds(250))
            }
            return ProcessTurn(lock, hasWaited: true)
        } catch {
            throw error.reason
        }
    }

    /// Ends the turn. Call it even at the end of a scope: Swift may release a value, and with it the turn, right after its last use.
    public func end() { lock.release() }

    /// Takes the lock if nobody has it. The first try fails, too, if the file was deleted since it was opened; the second one takes
    /// the file that is at the path now.
    private static func take(_ lock: inout PatientLock) throws(PatientLock.Failure) -> Bool {
        if try lock.tryOnce() { return true }
        return try lock.tryOnce()
    }
}

extension PatientLock.Failure {
    fileprivate var reason: SystemError {
        switch self {
        case .opening(let reason), .taking(let reason): reason
        case .held: .wouldBlock
        }
    }
}

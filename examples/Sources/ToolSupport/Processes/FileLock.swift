public import AppGroupPlatform
import CToolSupport

/// A lock between processes. It lasts as long as this value, and ends with its process at the latest.
///
/// The lock's file stays: a file that was deleted and made again could be locked twice.
public final class FileLock: Sendable {
    private let descriptor: CInt

    /// Takes the lock, or returns nil if another process holds it.
    public init?(tryAt path: String) throws(SystemError) {
        descriptor = try SystemError.retrying {
            toolsupport_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        do throws(SystemError) {
            try SystemError.retrying { toolsupport_try_lock(descriptor) }
        } catch .wouldBlock {
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Takes the lock, and waits for it if necessary.
    ///
    /// It tries less and less often, instead of waiting inside a system call that a signal could not end.
    ///
    /// - Parameters:
    ///   - patience: The longest wait, in seconds.
    ///   - waiting: Called once if another process holds the lock.
    /// - Returns: nil if another process still holds the lock after that time.
    public static func wait(
        at path: String, patience: Double, waiting: () -> Void = {}
    ) throws(SystemError) -> FileLock? {
        var waited = 0.0
        var pause = 0.005
        while true {
            if let lock = try FileLock(tryAt: path) { return lock }
            if waited == 0 { waiting() }
            guard waited < patience else { return nil }
            SystemClock.sleep(for: .seconds(pause))
            waited += pause
            pause = min(pause * 1.5, 0.25)
        }
    }
}

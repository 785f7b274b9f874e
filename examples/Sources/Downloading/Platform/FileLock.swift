#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A lock between processes, held as long as this value lives; a process that ends, however it does, lets it go.
///
/// The file stays: one that is deleted could be locked twice, by its old and its new name.
package final class FileLock {
    private let descriptor: CInt

    /// Takes the lock.
    /// - Returns: nil where another has it.
    package init?(tryAt path: String) throws(Errno) {
        descriptor = try Errno.check { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        do throws(Errno) {
            try Errno.check { flock(descriptor, LOCK_EX | LOCK_NB) }
        } catch .wouldBlock {
            return nil
        }
    }

    deinit { close(descriptor) }
}

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A failed system call.
public struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno` (POSIX, `<errno.h>`), such as 2 for a file that doesn't exist.
    public let number: Int32

    /// A failure with a number from `<errno.h>`.
    public init(_ number: Int32) { self.number = number }

    /// What the calling thread's last failed system call left in `errno`.
    public static var last: SystemError { SystemError(errno) }

    /// The system's own words, such as “No such file or directory”.
    package var message: String { String(cString: strerror(number)) }

    /// As ``message``.
    public var description: String { message }

    /// `ENOENT`
    public static let notFound = SystemError(ENOENT)
    /// `EEXIST`
    public static let exists = SystemError(EEXIST)
    /// `ENOTDIR`
    public static let notFolder = SystemError(ENOTDIR)
    /// `EISDIR`
    public static let isFolder = SystemError(EISDIR)
    package static let notPermitted = SystemError(EPERM)
    package static let accessDenied = SystemError(EACCES)
    /// `EXDEV`
    public static let otherFileSystem = SystemError(EXDEV)
    /// `EBUSY`
    public static let busy = SystemError(EBUSY)
    /// `EINVAL`
    public static let invalid = SystemError(EINVAL)
    package static let readOnly = SystemError(EROFS)
    package static let noSpace = SystemError(ENOSPC)
    package static let linkLoop = SystemError(ELOOP)
    /// `EFBIG`
    public static let tooLarge = SystemError(EFBIG)
    package static let notExecutable = SystemError(ENOEXEC)
    package static let argumentsTooLong = SystemError(E2BIG)
    package static let noChild = SystemError(ECHILD)
    /// `EPIPE`
    public static let brokenPipe = SystemError(EPIPE)
    /// `EINTR`
    public static let interrupted = SystemError(EINTR)
    /// `EWOULDBLOCK`
    public static let wouldBlock = SystemError(EWOULDBLOCK)
    package static let notConnected = SystemError(ENOTCONN)
    package static let noMemory = SystemError(ENOMEM)
    package static let wrongProtocol = SystemError(EPROTO)

    /// Repeats a call that a signal interrupted. The call reports failure by a negative result and `errno`. Inlinable, so that
    /// other modules specialize it.
    @discardableResult
    @inlinable
    public static func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let error = SystemError.last
            if error != .interrupted { throw error }
        }
    }
}

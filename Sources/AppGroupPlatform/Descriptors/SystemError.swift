#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A failed system call.
package struct SystemError: Error, Hashable {
    /// The value of `errno`.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// What the calling thread's last failed system call left in `errno`.
    package static var last: SystemError { SystemError(errno) }

    /// The system's own words, such as “No such file or directory”.
    package var message: String { String(cString: strerror(number)) }

    package static let notFound = SystemError(ENOENT)
    package static let exists = SystemError(EEXIST)
    package static let notFolder = SystemError(ENOTDIR)
    package static let isFolder = SystemError(EISDIR)
    package static let notPermitted = SystemError(EPERM)
    package static let accessDenied = SystemError(EACCES)
    package static let readOnly = SystemError(EROFS)
    package static let noSpace = SystemError(ENOSPC)
    package static let linkLoop = SystemError(ELOOP)
    package static let tooLarge = SystemError(EFBIG)
    package static let notExecutable = SystemError(ENOEXEC)
    package static let argumentsTooLong = SystemError(E2BIG)
    package static let noChild = SystemError(ECHILD)
    package static let brokenPipe = SystemError(EPIPE)
    package static let interrupted = SystemError(EINTR)
    package static let wouldBlock = SystemError(EWOULDBLOCK)
    package static let notConnected = SystemError(ENOTCONN)
    package static let noMemory = SystemError(ENOMEM)
    package static let wrongProtocol = SystemError(EPROTO)

    /// Repeats a call that a signal interrupted. The call reports failure by a negative result and `errno`. Inlinable, so that
    /// other modules specialize it.
    @discardableResult
    @inlinable
    package static func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let error = SystemError.last
            if error != .interrupted { throw error }
        }
    }
}

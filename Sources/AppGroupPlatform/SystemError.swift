#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A failed system call.
package struct SystemError: Error, Hashable {
    /// The value of `errno`.
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// What the calling thread's last failed system call left in `errno`.
    static var last: SystemError { SystemError(errno) }

    /// The system's own words, such as “No such file or directory”.
    package var message: String { String(cString: strerror(number)) }

    static let notFound = SystemError(ENOENT)
    static let exists = SystemError(EEXIST)
    static let notDirectory = SystemError(ENOTDIR)
    static let isDirectory = SystemError(EISDIR)
    static let notPermitted = SystemError(EPERM)
    static let accessDenied = SystemError(EACCES)
    static let readOnly = SystemError(EROFS)
    static let noSpace = SystemError(ENOSPC)
    static let linkLoop = SystemError(ELOOP)
    static let tooLarge = SystemError(EFBIG)
    static let notExecutable = SystemError(ENOEXEC)
    static let argumentsTooLong = SystemError(E2BIG)
    static let noChild = SystemError(ECHILD)
    static let brokenPipe = SystemError(EPIPE)
    static let interrupted = SystemError(EINTR)
    static let wouldBlock = SystemError(EWOULDBLOCK)

    /// Repeats a call that a signal interrupted. The call reports failure by a negative result and `errno`.
    @discardableResult
    static func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let error = SystemError.last
            if error != .interrupted { throw error }
        }
    }
}

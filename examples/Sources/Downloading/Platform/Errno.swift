#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Why the operating system refused: a value of `errno` (POSIX, `<errno.h>`).
package struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: CInt

    package init(rawValue: CInt) { self.rawValue = rawValue }

    package static let noSuchFile = Errno(rawValue: ENOENT)
    package static let fileExists = Errno(rawValue: EEXIST)
    package static let wouldBlock = Errno(rawValue: EWOULDBLOCK)
    package static let invalid = Errno(rawValue: EINVAL)
    package static let tooLarge = Errno(rawValue: EFBIG)

    /// What the call that has just failed left behind.
    static var last: Errno { Errno(rawValue: errno) }

    package var description: String { String(cString: strerror(rawValue)) }

    /// Repeats a call that a signal cut off; throws where it answers -1 for any other reason.
    @discardableResult
    package static func check<Answer: SignedInteger>(_ call: () -> Answer) throws(Errno) -> Answer {
        while true {
            let answer = call()
            if answer != -1 { return answer }
            if errno != EINTR { throw last }
        }
    }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Why the operating system refused: a value of `errno` (POSIX, `<errno.h>`).
struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    let rawValue: CInt

    static let noSuchFile = Errno(rawValue: ENOENT)
    static let notADirectory = Errno(rawValue: ENOTDIR)
    static let fileExists = Errno(rawValue: EEXIST)
    static let invalid = Errno(rawValue: EINVAL)

    /// What the call that has just failed left behind.
    static var last: Errno { Errno(rawValue: errno) }

    var description: String { String(cString: strerror(rawValue)) }

    /// Repeats a call that a signal cut off; throws where it answers -1 for any other reason.
    @discardableResult
    static func check<Answer: SignedInteger>(_ call: () -> Answer) throws(Errno) -> Answer {
        while true {
            let answer = call()
            if answer != -1 { return answer }
            if errno != EINTR { throw last }
        }
    }
}

import CToolSupport

/// Why the operating system refused a call: a value of `errno` (POSIX, `<errno.h>`).
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number, such as 2 for a file that doesn't exist.
    public let rawValue: CInt

    /// Wraps a number from `<errno.h>`.
    public init(rawValue: CInt) { self.rawValue = rawValue }

    /// `ENOENT`
    public static let noSuchFile = Errno(rawValue: ENOENT)
    /// `ENOTDIR`
    public static let notADirectory = Errno(rawValue: ENOTDIR)
    /// `EISDIR`
    public static let isDirectory = Errno(rawValue: EISDIR)
    /// `EXDEV`
    public static let otherFileSystem = Errno(rawValue: EXDEV)
    /// `EEXIST`
    public static let fileExists = Errno(rawValue: EEXIST)
    /// `EWOULDBLOCK`
    public static let wouldBlock = Errno(rawValue: EWOULDBLOCK)
    /// `EBUSY`
    public static let busy = Errno(rawValue: EBUSY)
    /// `EINVAL`
    public static let invalid = Errno(rawValue: EINVAL)
    /// `EFBIG`
    public static let tooLarge = Errno(rawValue: EFBIG)

    /// The reason for the failure of the last call on this thread.
    static var last: Errno { Errno(rawValue: toolsupport_errno()) }

    /// The system's own words, such as “No such file or directory”.
    public var description: String { String(cString: strerror(rawValue)) }

    /// Repeats a call that a signal interrupted, and throws if it returns -1 for any other reason.
    @discardableResult
    public static func check<Answer: SignedInteger>(_ call: () -> Answer) throws(Errno) -> Answer {
        while true {
            let answer = call()
            if answer != -1 { return answer }
            if toolsupport_errno() != EINTR { throw last }
        }
    }
}

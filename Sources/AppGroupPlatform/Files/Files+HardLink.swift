#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Files {
    /// Gives a file a second name. It never copies: see ``SystemError/isLinkRefusal``.
    public static func hardLink(_ path: String, as newPath: String) throws(SystemError) {
        #if canImport(Darwin)
        try SystemError.retrying { Darwin.link(path, newPath) }
        #else
        try SystemError.retrying { Glibc.link(path, newPath) }
        #endif
    }
}

extension SystemError {
    /// Whether a file cannot get a second name there and has to be copied instead: another file system, one without hard
    /// links, or too many names already.
    public var isLinkRefusal: Bool { [EXDEV, EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK].contains(number) }
}

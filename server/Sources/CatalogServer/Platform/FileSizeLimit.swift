#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A limit on the size of files (`RLIMIT_FSIZE`), by which a service may be held back.
enum FileSizeLimit {
    /// Has a write beyond the limit fail with an error, which is answered, instead of ending the process by SIGXFSZ.
    static func reportAsError() { signal(SIGXFSZ, SIG_IGN) }
}

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Who runs this process, by number; names are never looked up.
enum User {
    static var effective: UInt32 { geteuid() }
}

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Who runs this process, by number; names are never looked up.
package enum User {
    package static var effective: UInt32 { geteuid() }
}

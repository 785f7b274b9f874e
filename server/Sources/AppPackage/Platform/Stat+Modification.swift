package import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Stat {
    /// When the file was changed last: seconds and nanoseconds since 1970.
    package var modification: [Int] { [Int(st_mtim.tv_sec), Int(st_mtim.tv_nsec)] }
}

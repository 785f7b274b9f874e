#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension ThisProcess {
    /// Which files it has open, once for each descriptor.
    package static func openFileIdentities() -> [FileStatus.Identity] {
        openDescriptors().compactMap { number in
            var status = stat()
            return fstat(number, &status) == 0 ? FileStatus(status).identity : nil
        }
    }

    /// The numbers that may be open: those that the system lists, or all if it cannot, since the list needs `/proc` and a free
    /// descriptor.
    private static func openDescriptors() -> [Int32] {
        #if canImport(Darwin)
        let folder = "/dev/fd"
        #else
        let folder = "/proc/self/fd"
        #endif
        guard let names = try? Files.entries(of: folder) else { return Array(0..<min(getdtablesize(), 1 << 16)) }
        return names.compactMap { Int32($0) }
    }
}

#if os(Linux)
extension Descriptor {
    /// Whether its number still stands for the same kind of thing, such as `anon_inode:inotify`. Otherwise somebody has closed it.
    func isStill(_ kind: String) -> Bool { (try? Files.target(ofLink: "/proc/self/fd/\(number)")) == kind }
}
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The room that is left for this user where a path lies.
package struct DiskSpace {
    package let freeBytes: UInt64
    /// Whether no file can be made: no byte is left, or the file system has all the files that it can have.
    package let isFull: Bool
    /// Tells file systems apart.
    package let device: UInt64

    /// Looks at the file system of a path. The folder itself need not exist yet: then the nearest one above it counts.
    package init(at path: String) throws(SystemError) {
        var (space, status) = (statvfs(), stat())
        do throws(SystemError) {
            try SystemError.retrying { statvfs(path, &space) }
            try SystemError.retrying { stat(path, &status) }
        } catch {
            let parent = Paths.parent(of: path)
            guard error == .notFound, parent != path else { throw error }
            self = try DiskSpace(at: parent)
            return
        }
        let (bytes, overflow) = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
        freeBytes = overflow ? .max : bytes
        // Some file systems have no such limit and report 0 for both.
        isFull = space.f_bavail == 0 || space.f_files > 0 && space.f_favail == 0
        device = UInt64(truncatingIfNeeded: status.st_dev)
    }
}

extension SystemError {
    package static let quotaExceeded = SystemError(EDQUOT)

    package static let tooManyOpenFiles = SystemError(EMFILE)
    package static let tooManyOpenFilesInSystem = SystemError(ENFILE)

    /// Whether no more files can be open, in this process or in all.
    package var isLackOfDescriptors: Bool { self == .tooManyOpenFiles || self == .tooManyOpenFilesInSystem }

    /// Whether no more bytes fit on the disk.
    package var isDiskFull: Bool { self == .noSpace || self == .quotaExceeded }
}

package import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What swift-system leaves to the C library: folders, links, permissions, room on the disk.
package enum FileTree {
    package enum Kind { case file, folder, link, other }

    package struct Status {
        package let kind: Kind
        package let size: Int64
        package let isExecutable: Bool
    }

    /// What lies at a path, without following a link.
    package static func status(_ path: String) throws(Errno) -> Status {
        var status = stat()
        try check(lstat(path, &status))
        let kind: Kind =
            switch UInt32(status.st_mode) & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .file
            case UInt32(S_IFDIR): .folder
            case UInt32(S_IFLNK): .link
            default: .other
            }
        return Status(kind: kind, size: Int64(status.st_size), isExecutable: UInt32(status.st_mode) & 0o100 != 0)
    }

    /// The names in a folder, sorted by their bytes. A name that is no UTF-8 is an error.
    package static func entries(of path: String) throws(Errno) -> [String] {
        guard let stream = opendir(path) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let name else { throw .illegalByteSequence }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    static func target(ofLink path: String) throws(Errno) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        try check(Int32(truncatingIfNeeded: count))
        guard let target = String(validating: bytes[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) else {
            throw .illegalByteSequence
        }
        return target
    }

    package static func makeFolder(_ path: String) throws(Errno) { try check(mkdir(path, 0o700)) }

    static func makeLink(_ path: String, to target: String) throws(Errno) { try check(symlink(target, path)) }

    static func setPermissions(_ permissions: UInt32, of path: String) throws(Errno) {
        try check(chmod(path, mode_t(permissions)))
    }

    package static func rename(_ path: String, to newPath: String) throws(Errno) {
        #if canImport(Darwin)
        try check(Darwin.rename(path, newPath))
        #else
        try check(Glibc.rename(path, newPath))
        #endif
    }

    /// Waits until a file's contents are on the disk.
    package static func synchronize(_ path: String) throws(Errno) {
        let file = try InputFile(path)
        try check(fsync(file.descriptor.rawValue))
    }

    package static func remove(_ path: String) throws(Errno) { try check(unlink(path)) }

    /// The bytes that this user may still write on the file system of a path.
    package static func room(at path: String) throws(Errno) -> UInt64 {
        var status = statvfs()
        try check(statvfs(path, &status))
        return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
    }

    private static func check(_ result: Int32) throws(Errno) {
        if result < 0 { throw .last }
    }
}

extension Errno {
    fileprivate static var last: Errno { Errno(rawValue: errno) }
}

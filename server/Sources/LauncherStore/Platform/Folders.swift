import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Folders and names of files: what the client needs of the C library for its own few files.
enum Folders {
    /// Makes a folder that is the user's alone, and those above it.
    static func make(_ path: String) throws(Errno) {
        if mkdir(path, 0o700) == 0 || Errno.last == .fileExists { return }
        let parent = parent(of: path)
        guard Errno.last == .noSuchFileOrDirectory, parent != path else { throw .last }
        try make(parent)
        if mkdir(path, 0o700) < 0, Errno.last != .fileExists { throw .last }
    }

    /// The names in a folder, sorted; none where it is not there.
    static func entries(of path: String) throws(Errno) -> [String] {
        guard let stream = opendir(path) else {
            if Errno.last == .noSuchFileOrDirectory { return [] }
            throw .last
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func rename(_ path: String, to newPath: String) throws(Errno) {
        #if canImport(Darwin)
        let result = Darwin.rename(path, newPath)
        #else
        let result = Glibc.rename(path, newPath)
        #endif
        if result < 0 { throw .last }
    }

    static func remove(_ path: String) throws(Errno) {
        if unlink(path) < 0 { throw .last }
    }

    /// The bytes that this user may still write where a path lies, and which file system that is. The folder itself need not
    /// be there yet.
    static func room(at path: String) throws(Errno) -> (bytes: UInt64, device: UInt64) {
        var (space, status) = (statvfs(), stat())
        if statvfs(path, &space) == 0, stat(path, &status) == 0 {
            let (bytes, overflow) = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
            return (overflow ? .max : bytes, UInt64(status.st_dev))
        }
        guard Errno.last == .noSuchFileOrDirectory, parent(of: path) != path else { throw .last }
        return try room(at: parent(of: path))
    }

    /// The folder that a path lies in; the root for the root.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The user as whom this process acts.
    static var user: UInt32 { geteuid() }
}

extension Folders {
    /// The folder that relative paths begin in.
    static var working: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// What this machine calls itself.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "an unknown machine" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The program that this process runs, through every link; `nil` where the system does not say.
    static var program: String? {
        #if canImport(Darwin)
        nil
        #else
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
        #endif
    }

    /// Whether there is something at a path that can be reached.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}

public import AppGroupPlatform
import CToolSupport

/// Small files, and folders of small files.
public enum Files {
    // MARK: Reading

    /// The first bytes of a regular file: at most `limit`, and no more than `isEnough` asks for.
    ///
    /// - Parameter isEnough: Receives everything read so far; returns true to stop reading.
    /// - Throws: ``SystemError/invalid`` if the path leads to anything but a regular file.
    public static func beginning(
        of path: String, limit: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) throws(SystemError) -> [UInt8] {
        var status = stat()
        let file = try SystemError.retrying { toolsupport_open_regular(path, &status) }
        defer { close(file) }

        var contents: [UInt8] = []
        contents.reserveCapacity(min(limit, Int(status.st_size)))
        var block = [UInt8](repeating: 0, count: min(limit, 64 * 1024))
        while contents.count < limit {
            let wanted = min(block.count, limit - contents.count)
            let count = try SystemError.retrying { read(file, &block, wanted) }
            contents += block[..<count]
            if count == 0 || isEnough(contents) { break }
        }
        return contents
    }

    /// Reads a regular file of any size, block by block.
    ///
    /// - Throws: ``SystemError``, ``SystemError/invalid`` if the path leads to anything but a regular file, and what the closure throws.
    public static func readBlocks(of path: String, _ body: ([UInt8]) throws -> Void) throws {
        var status = stat()
        let file = try SystemError.retrying { toolsupport_open_regular(path, &status) }
        defer { close(file) }
        var block = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = try SystemError.retrying { read(file, &block, block.count) }
            if count == 0 { return }
            try body(Array(block[..<count]))
        }
    }

    /// A part of an open file; fewer bytes only at its end.
    public static func part(of descriptor: CInt, at position: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = toolsupport_read_part(descriptor, buffer.baseAddress, count, off_t(position))
            if got < 0 { failure = SystemError.last }
            filled = max(0, got)
        }
        if let failure { throw failure }
        return bytes
    }

    /// The whole contents of a regular file of at most `limit` bytes.
    ///
    /// - Throws: ``SystemError/tooLarge`` if the file is larger.
    public static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let contents = try beginning(of: path, limit: limit + 1)
        guard contents.count <= limit else { throw .tooLarge }
        return contents
    }

    /// The names of the regular files in a folder, and of links to regular files, in no particular order.
    ///
    /// Names that begin with a dot are left out, and so are names that are not UTF-8.
    ///
    /// - Parameter leavingOut: Receives each name that is not UTF-8, in a form to show, unless it begins with a dot.
    public static func names(
        in folder: String, leavingOut: (String) -> Void = { _ in }
    ) throws(SystemError) -> [String] {
        var names: [String] = []
        try eachName(in: folder, leavingOut: leavingOut) { name, type in
            if !name.hasPrefix("."), isRegular(type, path: "\(folder)/\(name)") { names.append(name) }
        }
        return names
    }

    /// Reads a folder: all names that are UTF-8, those that begin with a period included, in no particular order.
    ///
    /// - Parameters:
    ///   - leavingOut: Receives each name that is not UTF-8, in a form to show, unless it begins with a period.
    ///   - body: Receives each name with its type, such as `DT_REG`, or `DT_UNKNOWN` if the folder doesn't know it.
    static func eachName(
        in folder: String, leavingOut: (String) -> Void, _ body: (String, UInt8) -> Void
    ) throws(SystemError) {
        guard let stream = opendir(folder) else { throw .last }
        defer { closedir(stream) }
        toolsupport_clear_errno()
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 1) { String(validatingCString: $0) }
            }
            if let name {
                body(name, entry.pointee.d_type)
            } else {
                let shown = Paths.shown(Self.name(of: entry))
                if !shown.hasPrefix(".") { leavingOut(shown) }
            }
            toolsupport_clear_errno()
        }
        if toolsupport_errno() != 0 { throw .last }
    }

    /// Looks at the file itself only if its folder doesn't know what it is.
    private static func isRegular(_ type: UInt8, path: String) -> Bool {
        switch Int(type) {
        case Int(DT_REG): return true
        case Int(DT_UNKNOWN), Int(DT_LNK):
            guard var status = try? status(of: path) else { return false }
            return toolsupport_is_regular(&status) != 0
        default: return false
        }
    }

    /// Whether a path leads to a folder.
    ///
    /// - Throws: ``SystemError/notFound`` if it leads nowhere.
    public static func isDirectory(_ path: String) throws(SystemError) -> Bool {
        var status = try status(of: path)
        return toolsupport_is_directory(&status) != 0
    }

    /// Whether a path leads to a regular file.
    ///
    /// - Throws: ``SystemError/notFound`` if it leads nowhere.
    public static func isRegular(_ path: String) throws(SystemError) -> Bool {
        var status = try status(of: path)
        return toolsupport_is_regular(&status) != 0
    }

    /// Whether this process may write a file, or into a folder.
    public static func isWritable(_ path: String) -> Bool { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }

    /// The size of a regular file, in bytes.
    ///
    /// - Throws: ``SystemError/invalid`` if the path leads to anything else.
    public static func size(of path: String) throws(SystemError) -> Int {
        var status = try status(of: path)
        guard toolsupport_is_regular(&status) != 0 else { throw .invalid }
        return Int(status.st_size)
    }

    /// When the contents of a file changed last, in seconds since 1970; nil if the system can't tell.
    public static func modificationTime(of path: String) -> Int? {
        guard var status = try? status(of: path) else { return nil }
        return toolsupport_modified(&status)
    }

    /// When the contents of a file or the names in a folder changed last, in nanoseconds since 1970; nil if the system can't
    /// tell. Two changes within a few milliseconds may have the same time.
    public static func exactModificationTime(of path: String) -> Int? {
        guard var status = try? status(of: path) else { return nil }
        let time = toolsupport_times(&status).times.0
        return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }

    private static func status(of path: String) throws(SystemError) -> stat {
        var status = stat()
        try SystemError.retrying { stat(path, &status) }
        return status
    }

    /// The status of a file, a folder or a link, not of what a link leads to.
    private static func entryStatus(of path: String) throws(SystemError) -> stat {
        var status = stat()
        try SystemError.retrying { lstat(path, &status) }
        return status
    }

    /// Makes a path absolute. Links and `..` in it stay as they are.
    public static func absolute(_ path: String) throws(SystemError) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { throw .last }
        defer { free(folder) }
        return path == "." ? String(cString: folder) : "\(String(cString: folder))/\(path)"
    }

    // MARK: Writing

    /// Makes a folder that only its user can open, and all missing folders above it.
    public static func makeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try SystemError.retrying { mkdir(path, 0o700) }
        } catch .exists {
            return
        } catch .notFound {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
                throw .notFound
            }
            try makeDirectory(String(path[..<slash]))
            do throws(SystemError) { try SystemError.retrying { mkdir(path, 0o700) } } catch .exists { return }
        }
    }

    /// Replaces the contents of a file in one step that survives a crash: a reader sees either the old contents or the
    /// new.
    ///
    /// - Parameter isLocked: Whether a ``ProcessTurn`` keeps other writers away. Then the draft beside the file always has
    ///   the same name, so that a killed process leaves at most one. Otherwise each process has a draft of its own.
    public static func replace(_ path: String, with contents: [UInt8], isLocked: Bool) throws(SystemError) {
        let draft = isLocked ? "\(path).new" : "\(path).\(getpid()).new"
        do throws(SystemError) {
            try write(contents, to: draft)
            try SystemError.retrying { rename(draft, path) }
        } catch {
            unlink(draft)
            throw error
        }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        try synchronize(String(path[...slash]))
    }

    private static func write(_ contents: [UInt8], to path: String) throws(SystemError) {
        try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).writeAll(contents)
    }

    /// Gives a file a new name on the same file system. A file that has the name is replaced in one step.
    public static func move(_ path: String, over newPath: String) throws(SystemError) {
        try SystemError.retrying { rename(path, newPath) }
    }

    /// Gives a file a new name on the same file system, but never the name of another file.
    ///
    /// POSIX `rename` would replace that file, so the new name is made as a hard link. If the file system has no hard
    /// links, the new name is checked before the file is renamed. A relative link is made again if it would lead elsewhere.
    public static func move(_ path: String, to newPath: String) throws(SystemError) {
        if let text = text(ofLink: path, movedTo: newPath) {
            try SystemError.retrying { symlink(text, newPath) }
            try SystemError.retrying { unlink(path) }
            return
        }
        do throws(SystemError) {
            try SystemError.retrying { link(path, newPath) }
        } catch .notFound {
            throw .notFound
        } catch {
            // A link and the file that it leads to are two.
            guard let other = try? entryStatus(of: newPath) else {
                guard error != .exists else { throw error }
                try SystemError.retrying { rename(path, newPath) }
                return
            }
            let own = try entryStatus(of: path)
            guard own.st_dev == other.st_dev, own.st_ino == other.st_ino else { throw .exists }
            guard own.st_nlink > 1 else {
                // To this file system, the names are the same, such as two that differ only in the case of a letter.
                try SystemError.retrying { rename(path, newPath) }
                return
            }
            // Another process may be halfway through the same move.
        }
        try SystemError.retrying { unlink(path) }
    }
}

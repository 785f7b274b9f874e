public import AppGroupPlatform
import CToolSupport

/// Reading small files, and folders of small files.
extension Files {
    /// The first bytes of a regular file: at most `limit`, and no more than `isEnough` asks for.
    ///
    /// - Parameter isEnough: Receives everything read so far; returns true to stop reading.
    /// - Throws: ``SystemError/invalid`` if the path leads to anything but a regular file.
    public static func beginning(
        of path: String, limit: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) throws(SystemError) -> [UInt8] {
        let file = try Descriptor.readingFile(path)
        var contents: [UInt8] = []
        while contents.count < limit {
            let wanted = min(64 * 1024, limit - contents.count)
            let block = try file.bytes(at: contents.count, count: wanted)
            contents += block
            if block.count < wanted || isEnough(contents) { break }
        }
        return contents
    }

    /// Reads a regular file of any size, block by block.
    ///
    /// - Throws: ``SystemError``, ``SystemError/invalid`` if the path leads to anything but a regular file, and what the closure throws.
    public static func readBlocks(of path: String, _ body: ([UInt8]) throws -> Void) throws {
        let file = try Descriptor.readingFile(path)
        var position = 0
        while true {
            let block = try file.bytes(at: position, count: 256 * 1024)
            if block.isEmpty { return }
            try body(block)
            position += block.count
        }
    }

    /// The whole contents of a regular file of at most `limit` bytes.
    ///
    /// - Throws: ``SystemError/tooLarge`` if the file is larger, and ``SystemError/invalid`` if the path leads to anything but a
    ///   regular file.
    public static func fileContents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try Descriptor.readingFile(path).contents(limit: limit)
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
        try eachVisibleName(in: OpenFolder(folder, followsLink: true), leavingOut: leavingOut) { name, kind in
            let isFile =
                switch kind {
                case .file: true
                // Only then, the file itself has to be looked at.
                case .link, nil: (try? isRegular("\(folder)/\(name)")) == true
                case .folder, .other: false
                }
            if isFile { names.append(name) }
        }
        return names
    }

    /// Reads a folder: all names that are UTF-8 and don't begin with a period, in no particular order.
    ///
    /// - Parameters:
    ///   - leavingOut: Receives each name that is not UTF-8, in a form to show, unless it begins with a period.
    ///   - body: Receives each name with its kind; nil if the folder doesn't know it.
    static func eachVisibleName(
        in folder: OpenFolder, leavingOut: (String) -> Void = { _ in }, _ body: (String, FileStatus.Kind?) -> Void
    ) throws(SystemError) {
        func isVisible(_ name: String) -> Bool { name.utf8.first != UInt8(ascii: ".") }
        try folder.eachName(
            leavingOut: { shown in if isVisible(shown) { leavingOut(shown) } },
            { name, kind in if isVisible(name) { body(name, kind) } })
    }

    /// Whether a path leads to a folder.
    ///
    /// - Throws: ``SystemError/notFound`` if it leads nowhere.
    public static func isDirectory(_ path: String) throws(SystemError) -> Bool { try status(path).kind == .folder }

    /// Whether a path leads to a regular file.
    ///
    /// - Throws: ``SystemError/notFound`` if it leads nowhere.
    public static func isRegular(_ path: String) throws(SystemError) -> Bool { try status(path).kind == .file }

    /// The size of a regular file, in bytes.
    ///
    /// - Throws: ``SystemError/invalid`` if the path leads to anything else.
    public static func size(of path: String) throws(SystemError) -> Int {
        let status = try status(path)
        guard status.kind == .file else { throw .invalid }
        return Int(status.size)
    }

    /// When the contents of a file changed last, in seconds since 1970; nil if the system can't tell.
    public static func modificationTime(of path: String) -> Int? { (try? status(path))?.modification.seconds }

    /// When the contents of a file or the names in a folder changed last, in nanoseconds since 1970; nil if the system can't
    /// tell. Two changes within a few milliseconds may have the same time.
    public static func exactModificationTime(of path: String) -> Int? {
        (try? status(path)).map { $0.modification.seconds &* 1_000_000_000 &+ $0.modification.nanoseconds }
    }

    /// Makes a path absolute. Links and `..` in it stay as they are.
    public static func absolute(_ path: String) throws(SystemError) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { throw .last }
        defer { free(folder) }
        return path == "." ? String(cString: folder) : "\(String(cString: folder))/\(path)"
    }
}

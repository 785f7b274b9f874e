public import AppGroupPlatform
import CToolSupport

/// A file below a folder.
public struct FolderEntry: Hashable, Sendable {
    /// Its path below the folder, without a slash at the beginning.
    public let path: String
    /// Its size in bytes.
    public let size: Int
    /// When its contents changed last, in seconds since 1970.
    public let modified: Int
    /// The part of a second after that, in nanoseconds. It is 0 if the file system doesn't know it.
    public let nanoseconds: Int

    /// Describes a file.
    public init(path: String, size: Int, modified: Int, nanoseconds: Int = 0) {
        (self.path, self.size, self.modified, self.nanoseconds) = (path, size, modified, nanoseconds)
    }

    fileprivate init(_ path: String, _ status: inout stat) {
        let time = toolsupport_times(&status).times.0
        self.init(path: path, size: Int(status.st_size), modified: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}

extension Files {
    /// How many files ``entries(below:limit:leavingOut:)`` lists at most, unless it is told otherwise.
    public static let entryLimit = 200_000

    /// How many folders may be above a file that it lists, below the folder where it begins.
    public static let depthLimit = 16

    /// All regular files below a folder, and links to regular files, in no particular order.
    ///
    /// Names that begin with a period or are not UTF-8 are left out. Links to folders are not followed.
    ///
    /// - Parameters:
    ///   - limit: How many files are listed at most.
    ///   - leavingOut: Receives the path below the folder of each file or folder that is left out although its name doesn't
    ///     begin with a period, and why. A path that is not UTF-8 comes in a form to show.
    public static func entries(
        below folder: String, limit: Int = entryLimit,
        leavingOut: (String, LeftOutFiles.Reason) -> Void = { _, _ in }
    ) throws(SystemError) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        var folders = [(path: "", depth: 0)]
        while let (path, depth) = folders.popLast() {
            let names: [String]
            do throws(SystemError) {
                names = try allNames(in: "\(folder)/\(path)") { name in
                    leavingOut(path.isEmpty ? name : "\(path)/\(name)", .name)
                }
            } catch {
                // One that can't be read must not look empty: its files would be taken for deleted, here and on other
                // devices. It may have been deleted since its name was read.
                if depth == 0 || error != .notFound { throw error }
                continue
            }
            for name in names {
                let entry = path.isEmpty ? name : "\(path)/\(name)"
                var status = stat()
                guard lstat("\(folder)/\(entry)", &status) == 0 else {
                    if SystemError.last == .notFound { continue }
                    throw .last
                }
                if toolsupport_is_directory(&status) != 0 {
                    if depth < depthLimit {
                        folders.append((entry, depth + 1))
                    } else {
                        leavingOut(entry, .depth(limit: depthLimit))
                    }
                    continue
                }
                if toolsupport_is_regular(&status) == 0 {
                    guard stat("\(folder)/\(entry)", &status) == 0 else {
                        leavingOut(entry, .link)
                        continue
                    }
                }
                guard toolsupport_is_regular(&status) != 0 else { continue }
                guard entries.count < limit else {
                    leavingOut(entry, .number(limit: limit))
                    continue
                }
                entries.append(FolderEntry(entry, &status))
            }
        }
        return entries
    }

    /// A regular file of a folder; nil if it is not there.
    public static func entry(_ name: String, in folder: String) -> FolderEntry? {
        var status = stat()
        guard stat("\(folder)/\(name)", &status) == 0, toolsupport_is_regular(&status) != 0 else { return nil }
        return FolderEntry(name, &status)
    }

    /// The first step of a path below a folder that is not a folder itself, and whether it is a link, which may lead to one.
    ///
    /// - Returns: nil if each step is a folder, as far as there is anything.
    public static func firstNonFolder(in path: String, below folder: String) -> (path: String, isLink: Bool)? {
        var steps: [Substring] = []
        for step in path.utf8.split(separator: UInt8(ascii: "/")) {
            steps.append(Substring(step))
            let place = steps.joined(separator: "/")
            var status = stat()
            guard lstat("\(folder)/\(place)", &status) == 0 else { return nil }
            if toolsupport_is_directory(&status) == 0 { return (place, toolsupport_is_link(&status) != 0) }
        }
        return nil
    }

    /// Whether two paths lead to the same file or folder. To a file system that ignores the case of letters, names are the same that
    /// are different strings.
    public static func isSamePlace(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// Whether two paths name the same file, folder or link. Unlike ``isSamePlace(_:_:)``, a link is not what it leads to.
    public static func isSameEntry(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return lstat(path, &first) == 0 && lstat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// All names in a folder that are UTF-8 and don't begin with a period.
    private static func allNames(
        in folder: String, leavingOut: (String) -> Void = { _ in }
    ) throws(SystemError) -> [String] {
        var names: [String] = []
        try eachName(in: folder, leavingOut: leavingOut) { name, _ in
            if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names
    }

    /// The regular files and folders in a folder, and links to them, in no particular order. Their paths are their names.
    ///
    /// Names that begin with a period or are not UTF-8 are left out.
    public static func children(of folder: String) throws(SystemError) -> [(entry: FolderEntry, isFolder: Bool)] {
        try allNames(in: folder).compactMap { name in child(name, of: folder) }
    }

    /// A regular file or a folder in a folder; nil if it is neither.
    public static func child(_ name: String, of folder: String) -> (entry: FolderEntry, isFolder: Bool)? {
        var status = stat()
        guard stat("\(folder)/\(name)", &status) == 0 else { return nil }
        let isFolder = toolsupport_is_directory(&status) != 0
        guard isFolder || toolsupport_is_regular(&status) != 0 else { return nil }
        return (FolderEntry(name, &status), isFolder)
    }

    /// Makes one folder that only its user can open.
    public static func makeNewFolder(_ path: String) throws(SystemError) {
        try SystemError.retrying { mkdir(path, 0o700) }
    }

    /// Deletes a folder if nothing is in it.
    public static func removeEmptyFolder(_ path: String) throws(SystemError) {
        try SystemError.retrying { rmdir(path) }
    }

    /// Makes a folder that only its user can open, with a name of its own, such as `/tmp/fund.x7Jq2b`.
    ///
    /// - Parameter prefix: The path without the last period and what follows.
    public static func makeTemporaryFolder(_ prefix: String) throws(SystemError) -> String {
        var template = Array("\(prefix).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Gives a folder a new name.
    ///
    /// - Throws: ``SystemError/exists`` if there is something of that name that is not an empty folder.
    public static func renameFolder(_ path: String, to newPath: String) throws(SystemError) {
        do throws(SystemError) {
            try SystemError.retrying { rename(path, newPath) }
        } catch SystemError(ENOTEMPTY) {
            throw .exists
        }
    }

    /// Deletes a file.
    public static func remove(_ path: String) throws(SystemError) { try SystemError.retrying { unlink(path) } }
}

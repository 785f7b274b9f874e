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

    fileprivate init(_ path: String, _ status: FileStatus) {
        let time = status.modification
        self.init(path: path, size: Int(status.size), modified: time.seconds, nanoseconds: time.nanoseconds)
    }
}

extension Files {
    /// How many files ``entries(below:limit:leavingOut:)`` lists at most, unless it is told otherwise.
    public static let entryLimit = 200_000

    /// How many folders may be above a file that it lists, below the folder where it begins.
    public static let depthLimit = 16

    /// All regular files below a folder, and links to regular files, in no particular order.
    ///
    /// Names that begin with a period or are not UTF-8 are left out. Links to folders are not followed, not even one that takes
    /// the place of a folder in the meantime.
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
        // Each is opened in the folder above it. Since the last one is read first, no more are open than a path has steps.
        var folders: [(parent: OpenFolder?, step: String, path: String, depth: Int)] = [(nil, "", "", 0)]
        while let (parent, step, path, depth) = folders.popLast() {
            let open: OpenFolder
            var names: [String] = []
            do throws(SystemError) {
                open = if let parent { try parent.folder(step) } else { try OpenFolder(folder, followsLink: true) }
                try eachVisibleName(
                    in: open, leavingOut: { name in leavingOut(path.isEmpty ? name : "\(path)/\(name)", .name) },
                    { name, _ in names.append(name) })
            } catch {
                // One that can't be read must not look empty: its files would be taken for deleted, here and on other
                // devices. It may have been deleted since its name was read.
                if depth == 0 || error != .notFound { throw error }
                continue
            }
            for name in names {
                let entry = path.isEmpty ? name : "\(path)/\(name)"
                var status: FileStatus
                do throws(SystemError) { status = try open.status(of: name) } catch .notFound { continue }
                if status.kind == .folder {
                    if depth < depthLimit {
                        folders.append((open, name, entry, depth + 1))
                    } else {
                        leavingOut(entry, .depth(limit: depthLimit))
                    }
                    continue
                }
                if status.kind != .file {
                    guard let target = try? open.status(of: name, followingLink: true) else {
                        leavingOut(entry, .link)
                        continue
                    }
                    status = target
                }
                guard status.kind == .file else { continue }
                guard entries.count < limit else {
                    leavingOut(entry, .number(limit: limit))
                    continue
                }
                entries.append(FolderEntry(entry, status))
            }
        }
        return entries
    }

    /// A regular file of a folder; nil if it is not there.
    public static func entry(_ name: String, in folder: String) -> FolderEntry? {
        guard let status = try? status("\(folder)/\(name)"), status.kind == .file else { return nil }
        return FolderEntry(name, status)
    }

    /// The first step of a path below a folder that is not a folder itself, and whether it is a link, which may lead to one.
    ///
    /// - Returns: nil if each step is a folder, as far as there is anything.
    public static func firstNonFolder(in path: String, below folder: String) -> (path: String, isLink: Bool)? {
        var steps: [Substring] = []
        for step in path.utf8.split(separator: UInt8(ascii: "/")) {
            steps.append(Substring(step))
            let place = steps.joined(separator: "/")
            guard let kind = try? status("\(folder)/\(place)", followingLinks: false).kind else { return nil }
            if kind != .folder { return (place, kind == .link) }
        }
        return nil
    }

    /// Whether two paths lead to the same file or folder. To a file system that ignores the case of letters, names are the same that
    /// are different strings.
    public static func isSamePlace(_ path: String, _ other: String) -> Bool {
        isSame(path, other, followingLinks: true)
    }

    /// Whether two paths name the same file, folder or link. Unlike ``isSamePlace(_:_:)``, a link is not what it leads to.
    public static func isSameEntry(_ path: String, _ other: String) -> Bool {
        isSame(path, other, followingLinks: false)
    }

    private static func isSame(_ path: String, _ other: String, followingLinks: Bool) -> Bool {
        guard let identity = try? status(path, followingLinks: followingLinks).identity else { return false }
        return (try? status(other, followingLinks: followingLinks).identity) == identity
    }

    /// The regular files and folders in a folder, and links to them, in no particular order. Their paths are their names.
    ///
    /// Names that begin with a period or are not UTF-8 are left out.
    public static func children(of folder: String) throws(SystemError) -> [(entry: FolderEntry, isFolder: Bool)] {
        var children: [(entry: FolderEntry, isFolder: Bool)] = []
        try eachVisibleName(in: OpenFolder(folder, followsLink: true)) { name, _ in
            if let child = child(name, of: folder) { children.append(child) }
        }
        return children
    }

    /// A regular file or a folder in a folder; nil if it is neither.
    public static func child(_ name: String, of folder: String) -> (entry: FolderEntry, isFolder: Bool)? {
        guard let status = try? status("\(folder)/\(name)"), [.file, .folder].contains(status.kind) else { return nil }
        return (FolderEntry(name, status), status.kind == .folder)
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
            try rename(path, to: newPath)
        } catch SystemError(ENOTEMPTY) {
            throw .exists
        }
    }
}

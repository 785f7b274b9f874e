import SystemPackage

/// Writes a packed bundle into a folder of the user's own that nobody else may write.
///
/// Everything is written once: files and folders keep no permission but to be read and executed. Links come last, when
/// nothing is written any more that could go through one.
struct Unpacker {
    let archive: Archive
    let bundle: ArchivedBundle
    /// The path in the bundle of the program that starts, which may be executed whatever the archive says.
    let executable: String
    /// What a sentence names where its disk has no room: a folder that is there when somebody reads it.
    let place: String

    private enum Permissions {
        static let program = FilePermissions(rawValue: 0o555)
        static let file = FilePermissions(rawValue: 0o444)
        static let folder: UInt32 = 0o555
    }

    /// Makes the bundle's folder in `folder`, and fills it.
    ///
    /// - Throws: ``PackageError/Code/refused`` where contents are not what the archive says of them, or why a file cannot be
    ///   written. What is in the folder then is of no use.
    func unpack(into folder: String) throws(PackageError) {
        let room: UInt64
        do { room = try FileTree.room(at: folder) } catch { throw .reading(folder, error) }
        try checkRoom(room)
        let root = "\(folder)/\(bundle.folderName)"
        let program = bundle.file(at: executable)?.index
        let folders = foldersInside
        try Self.writing(root, FileTree.makeFolder)
        for folder in folders { try Self.writing("\(root)/\(folder)", FileTree.makeFolder) }
        for entry in bundle.entries {
            guard case .file(let isExecutable) = entry.kind else { continue }
            let permissions = isExecutable || entry.index == program ? Permissions.program : Permissions.file
            try write(entry, to: "\(root)/\(bundle.path(of: entry))", permissions)
        }
        for entry in bundle.entries {
            guard case .link(let target) = entry.kind else { continue }
            try Self.writing("\(root)/\(bundle.path(of: entry))") { path throws(Errno) in
                try FileTree.makeLink(path, to: target)
            }
        }
        for folder in folders { try Self.writing("\(root)/\(folder)", Self.close) }
        try Self.writing(root, Self.close)
    }

    private static func close(_ folder: String) throws(Errno) {
        try FileTree.setPermissions(Permissions.folder, of: folder)
    }

    /// The folders of the bundle, also those that are only part of a path, each after the one that it lies in.
    private var foldersInside: [String] {
        var folders: [String] = []
        var known: Set<String> = [""]
        func add(_ path: Substring) {
            let folder = String(path)
            guard !known.contains(folder) else { return }
            add(Self.parent(of: path))
            known.insert(folder)
            folders.append(folder)
        }
        // Entries mostly come folder by folder.
        var last: Substring = ""
        for entry in bundle.entries {
            let path = bundle.path(of: entry)
            let folder = entry.kind == .directory ? path[...] : Self.parent(of: path[...])
            guard !folder.hasSameBytes(as: last.utf8) else { continue }
            add(folder)
            last = folder
        }
        return folders
    }

    private static func parent(of path: Substring) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
    }

    private func write(
        _ entry: ArchiveEntry, to path: String, _ permissions: FilePermissions
    ) throws(PackageError) {
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: permissions)
            try file.closeAfter { try archive.stream(entry) { _ = try file.writeAll($0) } }
        } catch let error as PackageError {
            throw error
        } catch {
            throw .writing(path, error as? Errno ?? .ioError)
        }
    }

    /// Refuses to begin what the disk, with so many bytes free, has no room for. Each file and folder takes a page besides
    /// its contents.
    func checkRoom(_ room: UInt64) throws(PackageError) {
        let needed = bundle.entries.reduce(UInt64(0)) { $0 + UInt64($1.size) + 4096 }
        guard needed > room else { return }
        throw PackageError(
            .inputOutput,
            "\(Quoted.text(bundle.folderName)) needs \(needed / 1_000_000 + 1) MB, and the disk of \(Quoted.path(place)) has "
                + "\(room / 1_000_000) MB left; free some space.", errno: Errno.noSpace.rawValue)
    }

    private static func writing(_ path: String, _ write: (String) throws(Errno) -> Void) throws(PackageError) {
        do throws(Errno) { try write(path) } catch { throw .writing(path, error) }
    }
}

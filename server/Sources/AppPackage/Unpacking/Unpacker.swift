import AppGroup
import AppGroupPlatform

/// Writes a packed bundle into a private folder of the user.
///
/// Everything is written once: files and folders can only be read and executed afterwards. Links come last, when nothing more is
/// written that could go through one.
struct Unpacker {
    let archive: Archive
    let bundle: ArchivedBundle
    /// The path in the bundle of the app's executable, which gets the permission to execute whatever the archive says.
    let executable: String
    /// The folder to name if its disk has no room; it still exists when somebody reads the sentence.
    let place: String

    private enum Permissions {
        static let program: UInt32 = 0o555
        static let file: UInt32 = 0o444
        static let folder: UInt32 = 0o555
    }

    /// Makes the bundle's folder in `folder` and fills it.
    ///
    /// - Throws: ``PackageError/Code/refused`` if contents differ from the archive's description of them, or the reason why a file
    ///   cannot be written. The contents of the folder are useless then.
    func unpack(into folder: String) throws(PackageError) {
        let room: UInt64
        do { room = try DiskSpace(at: folder).freeBytes } catch { throw .reading(folder, error) }
        try checkRoom(room)
        let root = "\(folder)/\(bundle.folderName)"
        let program = bundle.file(at: executable)?.index
        let folders = foldersInside
        try writing(root, Self.makeFolder)
        for folder in folders { try writing("\(root)/\(folder)", Self.makeFolder) }
        for entry in bundle.entries {
            guard case .file(let isExecutable) = entry.kind else { continue }
            let permissions = isExecutable || entry.index == program ? Permissions.program : Permissions.file
            try write(entry, to: "\(root)/\(bundle.path(of: entry))", permissions)
        }
        for entry in bundle.entries {
            guard case .link(let target) = entry.kind else { continue }
            try writing("\(root)/\(bundle.path(of: entry))") { path throws(SystemError) in
                try Files.symbolicLink(target, at: path)
            }
        }
        for folder in folders { try writing("\(root)/\(folder)", Self.close) }
        try writing(root, Self.close)
    }

    private static func makeFolder(_ path: String) throws(SystemError) {
        try Files.makeFolder(path, permissions: 0o700)
    }

    private static func close(_ folder: String) throws(SystemError) {
        try Files.setPermissions(Permissions.folder, of: folder)
    }

    /// The folders of the bundle, including those that are only part of a path, each after its parent.
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
        // Entries usually come folder by folder.
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
        _ entry: ArchiveEntry, to path: String, _ permissions: UInt32
    ) throws(PackageError) {
        do {
            let file = try Descriptor.writingNewFile(at: path, permissions: permissions)
            try archive.stream(entry) { try file.write($0) }
            try file.closing()
        } catch let error as PackageError {
            throw error
        } catch {
            throw failure(writing: path, error as? SystemError ?? .inputOutput)
        }
    }

    /// Refuses to unpack if the disk's free bytes do not suffice. Each file and folder takes a page in addition to its contents.
    func checkRoom(_ room: UInt64) throws(PackageError) {
        let needed = bundle.entries.reduce(UInt64(0)) { $0 + UInt64($1.size) + 4096 }
        guard needed > room else { return }
        throw PackageError(
            .inputOutput,
            "\(PlainText.quoted(bundle.folderName)) needs \(needed / 1_000_000 + 1) MB, and the disk of \(PlainText.quoted(path: place)) has "
                + "\(room / 1_000_000) MB left; free some space.", errno: SystemError.noSpace.number)
    }

    private func writing(_ path: String, _ write: (String) throws(SystemError) -> Void) throws(PackageError) {
        do throws(SystemError) { try write(path) } catch { throw failure(writing: path, error) }
    }

    /// Names the file, or the place if its disk is at fault: the file is deleted by the time somebody reads the sentence.
    func failure(writing path: String, _ error: SystemError) -> PackageError {
        .writing(PackageError.isOfDisk(error) ? place : path, error)
    }
}

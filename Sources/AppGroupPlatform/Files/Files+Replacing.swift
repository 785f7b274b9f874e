#if canImport(Darwin)
import Darwin
#else
import CAppGroupPlatform
import Glibc
#endif

/// Replacing one file by another without losing either.
extension Files {
    /// Waits until the content of a file, or the names in a folder, are on the disk.
    public static func synchronize(_ path: String) throws(SystemError) {
        let file = try Descriptor(opening: path, O_RDONLY)
        try SystemError.retrying { fsync(file.number) }
    }

    /// Waits until a folder's names are on the disk, if the file system can do that.
    package static func synchronizeFolder(_ path: String) { try? synchronize(path) }

    /// Waits until everything on the file system of a folder is on the disk.
    package static func synchronizeFileSystem(of path: String) throws(SystemError) {
        #if canImport(Darwin)
        sync()
        #else
        let folder = try Descriptor(opening: path, O_RDONLY)
        try SystemError.retrying { appgroup_sync_file_system(folder.number) }
        #endif
    }

    /// Replaces the contents of a file in one step that survives a crash: a reader sees either the old contents or the new. Only
    /// the user may read and write the file.
    public static func replaceDurably(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        try replace(path, with: bytes)
        try synchronize(Paths.parent(of: path))
    }

    /// Renames, and fails with `EEXIST` if something has the new name already.
    package static func renameWithoutReplacing(_ path: String, to newPath: String) throws(SystemError) {
        do throws(SystemError) {
            try OneStepRename.withoutReplacing.run(AT_FDCWD, path, AT_FDCWD, newPath)
        } catch {
            // A file system, such as NFS, that cannot do both in one step.
            guard error.isMissingFeature else { throw error }
            if exists(newPath, followingLinks: false) { throw .exists }
            try rename(path, to: newPath)
        }
    }

    /// Gives a file a second name, or makes a copy if the file system has no such thing.
    package static func link(_ path: String, to newPath: String) throws(SystemError) {
        do throws(SystemError) {
            try hardLink(path, as: newPath)
        } catch {
            guard error.isLinkRefusal else { throw error }
            try copy(path, to: newPath)
        }
    }

    /// Copies a file's bytes into a new file that only the user may read and write, and onto the disk; fails with `EEXIST`
    /// if there is one.
    package static func copy(_ path: String, to newPath: String) throws(SystemError) {
        let source = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let target = try Descriptor.makingFile(at: newPath)
        do throws(SystemError) {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try SystemError.retrying { read(source.number, &chunk, chunk.count) }
                if count == 0 { break }
                try target.write(chunk[..<count])
            }
            try SystemError.retrying { fsync(target.number) }
        } catch {
            try? remove(newPath)
            throw error
        }
    }
}

/// What `rename` cannot do, in one step. Not every file system can: ``SystemError/isMissingFeature``.
enum OneStepRename {
    /// Fails with `EEXIST` if something has the new name already.
    case withoutReplacing
    /// Both names change places.
    case exchanging

    /// - Parameters:
    ///   - folder: The open folder of the name; `AT_FDCWD` for a path.
    ///   - other: The open folder of the new name.
    func run(_ folder: Int32, _ name: String, _ other: Int32, _ newName: String) throws(SystemError) {
        #if canImport(Darwin)
        let flag = UInt32(self == .withoutReplacing ? RENAME_EXCL : RENAME_SWAP)
        try SystemError.retrying { renameatx_np(folder, name, other, newName, flag) }
        #else
        // RENAME_NOREPLACE and RENAME_EXCHANGE of linux/fs.h.
        let flag: UInt32 = self == .withoutReplacing ? 1 : 2
        try SystemError.retrying { renameat2(folder, name, other, newName, flag) }
        #endif
    }
}

extension SystemError {
    fileprivate static let notImplemented = SystemError(ENOSYS)
    fileprivate static let notSupported = SystemError(ENOTSUP)

    /// Whether the file system, or the system, cannot do what was asked in one step.
    var isMissingFeature: Bool { [.invalid, .notImplemented, .notSupported].contains(self) }
}

public import AppGroupPlatform
import CToolSupport

/// Why a folder is still there, or a part of it: the first file or folder in it that could not be deleted.
public struct RemovalFailure: Error, Sendable {
    /// The path of that file or folder. Bytes that are not UTF-8 are shown by their numbers.
    public let path: String
    /// The reason.
    public let reason: SystemError
}

extension Files {
    /// Deletes a folder with everything in it, whatever the names. Links are deleted, not followed.
    public static func removeFolder(_ path: String) throws(RemovalFailure) {
        try remove(Array(path.utf8CString), in: AT_FDCWD, path: path)
    }

    /// Deletes what has a name in an open folder.
    private static func remove(_ name: [CChar], in folder: CInt, path: String) throws(RemovalFailure) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw RemovalFailure(path: path, reason: .last)
        }
        let isFolder = toolsupport_is_directory(&status) != 0
        if isFolder { try empty(name, in: folder, path: path) }
        guard unlinkat(folder, name, isFolder ? AT_REMOVEDIR : 0) == 0 else {
            throw RemovalFailure(path: path, reason: .last)
        }
    }

    /// Deletes everything in a folder that has a name in an open folder.
    private static func empty(_ name: [CChar], in folder: CInt, path: String) throws(RemovalFailure) {
        let descriptor = toolsupport_open_folder(folder, name)
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            throw RemovalFailure(path: path, reason: .last)
        }
        defer { closedir(stream) }
        var children: [[CChar]] = []
        toolsupport_clear_errno()
        while let entry = readdir(stream) {
            children.append(Self.name(of: entry))
            toolsupport_clear_errno()
        }
        if toolsupport_errno() != 0 { throw RemovalFailure(path: path, reason: .last) }
        for child in children {
            let shown = Paths.shown(child)
            if shown != ".", shown != ".." { try remove(child, in: descriptor, path: "\(path)/\(shown)") }
        }
    }

    /// The name of an entry of a folder, which may be any bytes but a slash and zero. A zero ends it.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> [CChar] {
        withUnsafePointer(to: &entry.pointee.d_name) { field in
            field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            }
        }
    }
}

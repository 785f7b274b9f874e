import AppGroup
import AppGroupPlatform
import CToolSupport
import ToolSupport

/// A folder of this machine, which may also be one that the system has mounted from elsewhere.
///
/// Names that begin with a period are not listed.
public struct FolderDrive: RemoteDrive {
    private let root: String
    private let draftAge: Int

    /// - Parameters:
    ///   - path: The absolute path of a folder.
    ///   - draftAge: After how many seconds without a change the hidden file of a copy counts as abandoned, so that the next
    ///     ``put(_:at:progress:)`` deletes it. A process of another machine may write to it.
    public init(_ path: String, draftAge: Int = 24 * 3600) { (root, self.draftAge) = (path, draftAge) }

    private func place(_ path: RemotePath) -> String { path.isRoot ? root : root + path.description }

    /// What is in a folder.
    public func list(_ folder: RemotePath) throws -> [RemoteEntry] {
        let children = try failing(folder) { () throws(SystemError) in try Files.children(of: place(folder)) }
        return children.compactMap { child in folder.child(child.entry.path).map { Self.entry($0, child) } }
    }

    /// A file or a folder; nil if there is none.
    public func entry(at path: RemotePath) throws -> RemoteEntry? {
        if path.isRoot { return RemoteEntry(path: path, isFolder: true, size: nil, modified: nil) }
        return Files.child(path.name, of: place(path.parent)).map { Self.entry(path, $0) }
    }

    private static func entry(_ path: RemotePath, _ child: (entry: FolderEntry, isFolder: Bool)) -> RemoteEntry {
        RemoteEntry(
            path: path, isFolder: child.isFolder, size: child.isFolder ? nil : child.entry.size,
            modified: Timestamp(seconds: Int64(child.entry.modified)))
    }

    /// Reads a file, or a part of it.
    public func read(
        _ path: RemotePath, from start: Int, ifStill version: String?, limit: Int?, to receiver: any RemoteReceiver
    ) throws {
        let file = try failing(path) { () throws(SystemError) in try FolderFile(place(path)) }
        let isSame = version == file.version && start <= file.size
        var position = isSame ? start : 0
        try receiver.begin(
            RemotePart(start: position, size: file.size, version: file.version, modified: file.modified))
        let end = limit.map { min(file.size, position + $0) } ?? file.size
        while position < end {
            let bytes = try failing(path) { () throws(SystemError) in
                try file.read(at: position, min(256 << 10, end - position))
            }
            guard !bytes.isEmpty else { break }
            try bytes.withUnsafeBytes { try receiver.receive($0) }
            position += bytes.count
        }
        guard position == end, file.isUnchanged else {
            throw RemoteError(.changed, "\(place(path)) has changed while it was read.")
        }
    }

    /// Copies a file of this machine to a path where nothing is yet.
    public func put(_ file: String, at path: RemotePath, progress: @escaping @Sendable (Int) throws -> Void) throws {
        let folder = place(path.parent)
        if Files.child(path.name, of: folder) != nil { throw Self.failure(.exists, place(path)) }
        // No list shows them.
        Files.removeAbandonedDrafts(in: folder, unchangedSince: Int(Timestamp.now.seconds) - draftAge)
        var stopped: (any Error)?
        do throws(SystemError) {
            // The folder may be one that several people use.
            let copy = try Files.copy(
                file, into: folder, as: path.name, isPrivate: false, unless: { _ in true },
                progress: { count in
                    do { try progress(count) } catch { stopped = error }
                    return stopped == nil
                })
            guard copy.isNew else { throw .exists }
        } catch .busy {
            throw RemoteError(.changed, "\(file) has changed while it was copied.")
        } catch {
            throw stopped ?? Self.failure(error, place(path))
        }
    }

    /// Gives a file or a folder another path, where nothing is yet.
    public func move(_ path: RemotePath, to newPath: RemotePath) throws {
        guard let entry = try entry(at: path) else { throw Self.failure(.notFound, place(path)) }
        try failing(newPath) { () throws(SystemError) in
            // A link to a folder is moved like one to a file: a relative one may have to say something else.
            if entry.isFolder, !Files.isLink(place(path)) {
                if Files.child(newPath.name, of: place(newPath.parent)) != nil { throw .exists }
                try Files.renameFolder(place(path), to: place(newPath))
            } else {
                try Files.move(place(path), to: place(newPath))
            }
        }
    }

    /// Deletes a file or a folder. A link to a folder is deleted, not followed.
    public func remove(_ path: RemotePath, isRecursive: Bool) throws {
        guard let entry = try entry(at: path) else { throw Self.failure(.notFound, place(path)) }
        guard entry.isFolder, !Files.isLink(place(path)) else {
            return try failing(path) { () throws(SystemError) in try Files.remove(place(path)) }
        }
        guard isRecursive else {
            // Only the system knows whether it is empty: lists leave names out.
            return try failing(path) { () throws(SystemError) in try Files.removeEmptyFolder(place(path)) }
        }
        do throws(RemovalFailure) { try Files.removeTree(place(path), evenProtected: false) } catch {
            throw Self.failure(error.reason, error.path)
        }
    }

    /// Makes a folder where nothing is yet.
    public func makeFolder(_ path: RemotePath) throws {
        try failing(path) { () throws(SystemError) in try Files.makeFolder(place(path), permissions: 0o700) }
    }

    private func failing<Result>(_ path: RemotePath, _ body: () throws(SystemError) -> Result) throws(RemoteError)
        -> Result
    {
        do throws(SystemError) { return try body() } catch { throw Self.failure(error, place(path)) }
    }

    private static func failure(_ error: SystemError, _ place: String) -> RemoteError {
        let code: RemoteError.Code
        switch error {
        case .notFound: code = .notFound
        case SystemError(ENOTEMPTY): code = .notEmpty
        case .exists: code = .exists
        case .notFolder, .isFolder, .invalid: code = .unsuitable
        case SystemError(ENOSPC), SystemError(EDQUOT): code = .full
        default: code = .inputOutput
        }
        return RemoteError(code, "\(place): \(error).")
    }
}

/// A file that is open for reading.
private final class FolderFile {
    private let file: Descriptor
    private let status: FileStatus

    init(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            let file = try Descriptor.readingFile(path)
            status = try file.status()
            self.file = file
        } catch .invalid {
            throw .isFolder
        }
    }

    var size: Int { Int(status.size) }
    var version: String { Self.version(status) }
    var modified: Timestamp { Timestamp(seconds: Int64(status.modification.seconds)) }

    /// Whether the file still is what it was when it was opened.
    var isUnchanged: Bool { (try? file.status()).map(Self.version) == version }

    private static func version(_ status: FileStatus) -> String {
        let time = status.modification
        return "\(status.identity.inode) \(status.size) \(time.seconds).\(time.nanoseconds)"
    }

    func read(at position: Int, _ count: Int) throws(SystemError) -> [UInt8] {
        try file.bytes(at: position, count: count)
    }
}

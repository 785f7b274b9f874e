import AppGroup
import AppGroupPlatform
import AppGroupText
import Downloading
import ToolSupport

/// A cloud, or a folder in one, that rclone can reach.
///
/// rclone can't create a file only if there is none: it is asked to leave existing files alone, and it looks just before it
/// writes. Of two machines that create the same file in the same moment, one may overwrite the other's.
public struct RcloneDrive: RemoteDrive {
    private let server: RcloneServer
    /// Such as `box:` or `box:Reports`.
    private let remote: String

    /// - Parameter remote: The name of a remote in rclone's configuration, a colon, and a path.
    /// - Returns: nil if the text has no colon, is one of rclone's connection strings, which may contain a password, or
    ///   contains `]`, which rclone could not tell from the end of the name.
    public init?(_ server: RcloneServer, remote: String) {
        guard Self.isRemote(remote) else { return nil }
        (self.server, self.remote) = (server, remote)
    }

    /// Whether a text is a remote and a path: `box:` or `box:Reports`.
    public static func isRemote(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
        return !text[..<colon].contains { ",=/\"'".contains($0) } && !text.contains("]")
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func text(_ path: RemotePath) -> JSONValue { .string(String(path.description.dropFirst())) }

    private func object(_ path: RemotePath) -> JSONValue { ["fs": .string(remote), "remote": Self.text(path)] }

    // MARK: Looking

    /// What is in a folder.
    public func list(_ folder: RemotePath) throws -> [RemoteEntry] {
        // rclone's own answer for a file depends on the cloud.
        if !folder.isRoot, let entry = try entry(at: folder), !entry.isFolder {
            throw RemoteError(.unsuitable, "\(folder) on \(remote) is a file, not a folder.")
        }
        return try items(in: folder).compactMap { item in
            item["Name"]?.text.flatMap(folder.child).map { Self.entry($0, item) }
        }
    }

    /// What rclone says about each thing in a folder, whatever its name.
    private func items(in folder: RemotePath) throws -> [JSONValue] {
        let parameters: JSONValue = [
            "fs": .string(remote), "remote": Self.text(folder), "opt": ["noMimeType": true],
        ]
        guard case .array(let items)? = try server.call("operations/list", parameters)["list"] else { return [] }
        return items
    }

    /// A file or a folder; nil if there is none.
    public func entry(at path: RemotePath) throws -> RemoteEntry? {
        if path.isRoot { return RemoteEntry(path: path, isFolder: true, size: nil, modified: nil) }
        return try item(path).map { Self.entry(path, $0) }
    }

    private func item(_ path: RemotePath) throws -> JSONValue? {
        guard let item = try server.call("operations/stat", object(path))["item"], case .object = item else {
            return nil
        }
        return item
    }

    private static func entry(_ path: RemotePath, _ item: JSONValue) -> RemoteEntry {
        let isFolder = if case .bool(true)? = item["IsDir"] { true } else { false }
        let size = item["Size"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        return RemoteEntry(
            path: path, isFolder: isFolder, size: isFolder ? nil : size,
            modified: item["ModTime"]?.text.flatMap { Timestamp(rfc3339: $0) })
    }

    /// What identifies the bytes of a file: its size and when it changed, as precisely as the cloud knows.
    private static func version(_ item: JSONValue) -> String? {
        guard let size = item["Size"]?.integer, size >= 0, let time = item["ModTime"]?.text else { return nil }
        return "\(size) \(time)"
    }

    // MARK: Reading

    /// Reads a file, or a part of it.
    public func read(
        _ path: RemotePath, from start: Int, ifStill version: String?, limit: Int?, to receiver: any RemoteReceiver
    ) throws {
        guard let before = try item(path) else { throw missing(path) }
        let entry = Self.entry(path, before)
        guard !entry.isFolder else { throw RemoteError(.unsuitable, "\(path) on \(remote) is a folder.") }
        let current = Self.version(before)
        let start = version != nil && version == current && start < entry.size ?? 0 ? start : 0
        let end = [limit.map { start + max(1, $0) }, entry.size].compactMap { $0 }.min()
        guard entry.size != 0 else {
            return try receiver.begin(RemotePart(start: 0, size: 0, version: current, modified: entry.modified))
        }
        var fields: [String] = []
        if start > 0 || limit != nil { fields.append("Range: bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")") }
        let known = VersionedReceiver(receiver, version: current, modified: entry.modified)
        let sink = FileReceiver(host: "rclone", path: path, start: start, limit: limit, known)
        let place = PercentEncoding.encoded("/[\(remote)]\(path)", keeping: "/")
        let head: ResponseHead
        do {
            head = try server.client.perform(WebRequest(.get, RcloneServer.address(place), fields: fields), to: sink)
        } catch is FileReceiver.Enough {
            return
        } catch let error as DownloadError {
            throw RemoteError(error)
        }
        if head.status == 404 { throw missing(path) }
        guard sink.isAccepted else { throw RcloneServer.failure(head.status, "\(path): status \(head.status)") }
        try sink.checkEnd()
        // rclone knows no conditions, so the file may have been replaced between its answers.
        guard try item(path).flatMap(Self.version) == current else {
            throw RemoteError(.changed, "\(path) on \(remote) has changed while it was read.")
        }
    }

    private func missing(_ path: RemotePath) -> RemoteError { RemoteError(.notFound, "\(remote) has no \(path).") }

    // MARK: Changing

    /// Copies a file of this machine to a path where nothing is yet.
    public func put(_ file: String, at path: RemotePath, progress: @escaping @Sendable (Int) throws -> Void) throws {
        try refuseExisting(path)
        let (folder, name) = try Self.parts(of: file)
        try server.run(
            "operations/copyfile",
            [
                ("srcFs", .string(folder)), ("srcRemote", .string(name)), ("dstFs", .string(remote)),
                ("dstRemote", Self.text(path)), ("_config", ["IgnoreExisting": true]),
            ], progress: progress)
        guard let size = try? Files.size(of: file), try entry(at: path)?.size ?? size == size else {
            throw RemoteError(.exists, "\(remote) has \(path) already; it was left as it is.")
        }
    }

    private static func parts(of file: String) throws -> (folder: String, name: String) {
        do throws(SystemError) {
            guard try Files.isRegular(file) else { throw .invalid }
            let path = try Files.absolute(file)
            let slash = path.lastIndex(of: "/") ?? path.startIndex
            return ("\(path[..<slash])/", String(path[path.index(after: slash)...]))
        } catch {
            throw RemoteError(.inputOutput, "\(file) can't be read: \(error).")
        }
    }

    /// Gives a file or a folder another path, where nothing is yet.
    public func move(_ path: RemotePath, to newPath: RemotePath) throws {
        guard let entry = try entry(at: path) else { throw missing(path) }
        try refuseExisting(newPath)
        guard !entry.isFolder else {
            let (source, target) = ("\(remote.root)\(path.names.joined(separator: "/"))", newPath.names)
            try server.call(
                "sync/move",
                [
                    "srcFs": .string(source), "dstFs": .string("\(remote.root)\(target.joined(separator: "/"))"),
                    "createEmptySrcDirs": true, "deleteEmptySrcDirs": true,
                ], isLong: true)
            return
        }
        try server.call(
            "operations/movefile",
            [
                "srcFs": .string(remote), "srcRemote": Self.text(path), "dstFs": .string(remote),
                "dstRemote": Self.text(newPath), "_config": ["IgnoreExisting": true],
            ], isLong: true)
    }

    /// Deletes a file or a folder.
    public func remove(_ path: RemotePath, isRecursive: Bool) throws {
        guard let entry = try entry(at: path) else { throw missing(path) }
        let function =
            !entry.isFolder ? "operations/deletefile" : isRecursive ? "operations/purge" : "operations/rmdir"
        // Clouds without real folders delete no folder that has files, and say that they have.
        if entry.isFolder, !isRecursive, try !items(in: path).isEmpty {
            throw RemoteError(.notEmpty, "\(path) on \(remote) is a folder that is not empty.")
        }
        try server.call(function, object(path), isLong: entry.isFolder)
    }

    /// Makes a folder where nothing is yet.
    public func makeFolder(_ path: RemotePath) throws {
        try refuseExisting(path)
        try server.call("operations/mkdir", object(path))
    }

    private func refuseExisting(_ path: RemotePath) throws {
        guard try entry(at: path) == nil else {
            throw RemoteError(.exists, "\(remote) has \(path) already; it was left as it is.")
        }
    }
}

extension String {
    /// A remote with what must stand before a path in it.
    fileprivate var root: String { hasSuffix(":") || hasSuffix("/") ? self : "\(self)/" }
}

/// Adds what rclone knows about a file to what the web server in it says.
private final class VersionedReceiver: RemoteReceiver {
    private let receiver: any RemoteReceiver
    private let version: String?
    private let modified: Timestamp?

    init(_ receiver: any RemoteReceiver, version: String?, modified: Timestamp?) {
        (self.receiver, self.version, self.modified) = (receiver, version, modified)
    }

    func begin(_ part: RemotePart) throws {
        try receiver.begin(RemotePart(start: part.start, size: part.size, version: version, modified: modified))
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws { try receiver.receive(bytes) }
}

import AppGroup
import AppGroupPlatform
public import Downloading
import ToolSupport
import XMLReading

/// A WebDAV server (RFC 4918), such as that of a company, of Nextcloud, or of a disk at home.
///
/// Servers differ: some overwrite where others refuse, and some truncate a file that a client wants to continue. So a file is
/// created under a hidden name and then moved, which all refuse if there is something, and no upload is ever resumed.
public struct WebDAVDrive: RemoteDrive {
    private let server: WebDAVServer
    private var client: WebClient

    /// - Parameter client: How servers are reached. Its copies share their connections.
    public init(_ server: WebDAVServer, client: WebClient) {
        (self.server, self.client) = (server, client)
        // A proxy on another machine would get the password of a server on this one, unencrypted.
        if server.address.isLocal { self.client.proxy = .none }
    }

    private var host: String { server.address.host }

    // MARK: Looking

    /// What is in a folder.
    public func list(_ folder: RemotePath) throws -> [RemoteEntry] {
        let found = try properties(folder, depth: 1, isFolder: true)
        guard found.first(where: { $0.path == folder })?.isFolder != false else {
            throw RemoteError(.unsuitable, "\(folder) on \(host) is a file, not a folder.")
        }
        return found.filter { !$0.path.isRoot && $0.path != folder && $0.path.parent == folder }
    }

    /// A file or a folder; nil if there is none.
    public func entry(at path: RemotePath) throws -> RemoteEntry? {
        do {
            return try properties(path, depth: 0, isFolder: path.isRoot).first { $0.path == path }
        } catch let error as RemoteError where error.code == .notFound {
            return nil
        }
    }

    private func properties(_ path: RemotePath, depth: Int, isFolder: Bool) throws -> [RemoteEntry] {
        try resources(path, depth: depth, isFolder: isFolder).compactMap(entry)
    }

    /// What the server says about a file or a folder and, at the depth 1, about what is in it, whatever the names.
    private func resources(_ path: RemotePath, depth: Int, isFolder: Bool) throws -> [MultiStatus.Resource] {
        let fields = ["Depth: \(depth)", "Content-Type: application/xml; charset=utf-8"]
        let answer = try send(
            .propfind, path, isFolder: isFolder, fields, body: BytesBody(Array(MultiStatus.request.utf8)))
        guard answer.head.status == 207 else {
            guard 200..<300 ~= answer.head.status else {
                // Servers without WebDAV often answer that the method is wrong.
                if [400, 405, 501].contains(answer.head.status) { throw notWebDAV }
                throw RemoteError(status: answer.head.status, of: host, about: path)
            }
            throw notWebDAV
        }
        do {
            return try MultiStatus(answer.bytes).resources
        } catch let error as XMLError {
            throw RemoteError(.notUnderstood, "\(host) sends a list that can't be read: \(error)")
        } catch is MultiStatus.NotMultiStatus {
            throw notWebDAV
        }
    }

    private func entry(_ resource: MultiStatus.Resource) -> RemoteEntry? {
        guard let path = server.path(resource.href) else { return nil }
        return RemoteEntry(
            path: path, isFolder: resource.isFolder, size: resource.isFolder ? nil : resource.size,
            modified: resource.modified.map { Timestamp(seconds: $0) })
    }

    private var notWebDAV: RemoteError {
        RemoteError(.notUnderstood, "\(server.address) is not a folder of a WebDAV server.")
    }

    // MARK: Reading

    /// Reads a file, or a part of it.
    public func read(
        _ path: RemotePath, from start: Int, ifStill version: String?, limit: Int?, to receiver: any RemoteReceiver
    ) throws {
        var fields: [String] = []
        let start = version == nil ? 0 : start
        if start > 0 || limit != nil {
            fields.append("Range: bytes=\(start)-\(limit.map { "\(start + max(1, $0) - 1)" } ?? "")")
        }
        if let version, start > 0 { fields.append("If-Range: \(version)") }
        let sink = FileReceiver(host: host, path: path, start: start, limit: limit, receiver)
        let head: ResponseHead
        do { head = try perform(.get, path, fields, to: sink) } catch is FileReceiver.Enough { return }
        if head.status == 416, start > 0 || limit != nil {
            // An empty file has no first byte. Any other file has changed, so that its beginning is asked for.
            if start > 0 { return try read(path, from: 0, ifStill: nil, limit: limit, to: receiver) }
            return try receiver.begin(
                RemotePart(start: 0, size: 0, version: nil, modified: head.modified))
        }
        guard sink.isAccepted else { throw RemoteError(status: head.status, of: host, about: path) }
        try sink.checkEnd()
    }

    // MARK: Changing

    /// Copies a file of this machine to a path where nothing is yet.
    public func put(_ file: String, at path: RemotePath, progress: @escaping @Sendable (Int) throws -> Void) throws {
        if try entry(at: path) != nil { throw RemoteError(status: 412, of: host, about: path) }
        guard let draft = path.parent.child(Self.draftName(of: path.name)) else {
            throw RemoteError(.unsuitable, "\(path) names no file.")
        }
        do {
            try send(file, to: draft, progress: progress)
            try move(draft, to: path)
        } catch {
            _ = try? send(.delete, draft)
            throw error
        }
    }

    /// A new hidden name that says whose draft it is, and isn't longer than the 255 bytes that file systems allow.
    private static func draftName(of name: String) -> String {
        var beginning = name[...]
        while beginning.utf8.count > 200 { beginning.removeLast() }
        return ".\(beginning).\(UInt32.random(in: 0...(.max))).part"
    }

    private func send(_ file: String, to draft: RemotePath, progress: @escaping @Sendable (Int) throws -> Void) throws {
        let size: Int
        do throws(SystemError) { size = try Files.size(of: file) } catch {
            throw RemoteError(.inputOutput, "\(file) can't be read: \(error).")
        }
        let watch = SendingWatch(progress)
        let body: FileBody
        do throws(FileBody.Failure) { body = try FileBody(file, 0..<size, progress: watch.note) } catch {
            throw RemoteError(.inputOutput, "\(file) can't be read.")
        }
        do {
            let fields = ["Content-Type: application/octet-stream"]
            try require(send(.put, draft, fields, body: body, isCanceled: watch.isEnded), draft)
        } catch let error as CancellationError {
            throw watch.error ?? error
        } catch is FileBody.Failure {
            throw RemoteError(.inputOutput, "\(file) can't be read, or has become shorter.")
        }
    }

    /// Gives a file or a folder another path, where nothing is yet.
    public func move(_ path: RemotePath, to newPath: RemotePath) throws {
        let target = try server.address(of: newPath)
        let answer = try send(.move, path, ["Destination: \(target)", "Overwrite: F"])
        do { try require(answer, newPath) } catch let error as RemoteError where error.code != .exists {
            // Servers disagree about the status if there is nothing to move.
            guard try entry(at: path) != nil else { throw RemoteError(status: 404, of: host, about: path) }
            throw error
        }
        // WsgiDAV decodes the address before it takes it apart, and so ends the name at one of these.
        guard newPath.description.contains(where: { "?#;".contains($0) }), try entry(at: newPath) == nil else { return }
        throw RemoteError(
            .notUnderstood,
            "\(host) has moved \(path), but not to \(newPath): it can't use a name with ?, # or ; in it.")
    }

    /// Deletes a file or a folder. A server deletes a folder only with everything in it, so it is asked first what that is.
    public func remove(_ path: RemotePath, isRecursive: Bool) throws {
        if !isRecursive, try resources(path, depth: 1, isFolder: false).contains(where: { isInside($0, path) }) {
            throw RemoteError(.notEmpty, "\(path) on \(host) is a folder that is not empty.")
        }
        try require(send(.delete, path), path)
    }

    /// Whether a resource that a server lists for a path is not that of the path itself, which a server that ignores the case of
    /// letters may spell in another way.
    private func isInside(_ resource: MultiStatus.Resource, _ path: RemotePath) -> Bool {
        server.path(resource.href).map { $0.names.count > path.names.count } ?? true
    }

    /// Makes a folder where nothing is yet.
    public func makeFolder(_ path: RemotePath) throws {
        // Not every server refuses to make a folder that exists.
        if try entry(at: path) != nil { throw RemoteError(status: 412, of: host, about: path) }
        let answer = try send(.makeCollection, path, isFolder: true)
        if answer.head.status == 405 { throw RemoteError(status: 412, of: host, about: path) }
        try require(answer, path)
    }

    // MARK: Requests

    private func require(
        _ answer: (head: ResponseHead, bytes: [UInt8]), _ path: RemotePath
    ) throws {
        let status = answer.head.status
        // With 207, a part of a folder is left (RFC 4918, 9.6.1 and 9.9.3).
        guard 200..<300 ~= status, status != 207 else {
            if status == 207 { throw RemoteError(.refused, "\(host) has done this only for a part of \(path).") }
            throw RemoteError(status: status, of: host, about: path)
        }
    }

    @discardableResult
    private func send(
        _ method: WebRequest.Method, _ path: RemotePath, isFolder: Bool = false, _ fields: [String] = [],
        body: (any RequestBody)? = nil, isCanceled: @escaping () -> Bool = { false }
    ) throws -> (head: ResponseHead, bytes: [UInt8]) {
        let answer = AnswerCollector(host: host, limit: MultiStatus.limit)
        let head = try perform(
            method, path, isFolder: isFolder, fields, body: body, to: answer, isCanceled: isCanceled)
        return (head, answer.bytes)
    }

    /// Sends a request, and follows redirections that stay at the server: some send a folder without a slash to the same
    /// address with one.
    private func perform(
        _ method: WebRequest.Method, _ path: RemotePath, isFolder: Bool = false, _ fields: [String],
        body: (any RequestBody)? = nil, to receiver: any Receiver, isCanceled: @escaping () -> Bool = { false }
    ) throws -> ResponseHead {
        var address = try server.address(of: path, isFolder: isFolder)
        for _ in 0..<3 {
            var request = WebRequest(method, address, fields: server.fields + fields, body: body)
            request.isRepeatable = [.get, .propfind].contains(method)
            let head: ResponseHead
            do {
                head = try client.perform(request, to: receiver, isCanceled: isCanceled)
            } catch let error as DownloadError {
                throw RemoteError(error)
            }
            guard head.isRedirect, let target = head.redirectTarget.flatMap({ WebAddress($0) }) else { return head }
            guard target.host == address.host, target.isSecure == address.isSecure else {
                throw RemoteError(
                    .refused, "\(host) redirects to \(target), which gets no password: not followed.")
            }
            address = target
        }
        throw RemoteError(.notUnderstood, "\(host) redirects too many times.")
    }
}

/// Fetches a file into another one that grows, and goes on where an earlier attempt has stopped.
///
/// Bytes of two versions of the file are never joined: the drive gets the version of the first ones, and sends the file from
/// its beginning if it has another.
public struct RemoteFetch {
    private let path: RemotePath
    private let drive: any RemoteDrive

    /// How many times the drive is asked for the rest after it broke off. Each attempt must have brought something.
    private static let attempts = 3

    /// A fetch of this file.
    public init(_ path: RemotePath, from drive: any RemoteDrive) { (self.path, self.drive) = (path, drive) }

    /// Fetches the file.
    ///
    /// - Parameters:
    ///   - part: Where the bytes go. The bytes that it has already are kept if they belong to the version.
    ///   - version: The version that its bytes have; nil if that is unknown.
    ///   - listed: How many bytes the file has in the list of its folder; nil if that is unknown. It counts if the drive sends
    ///     the file without saying how long it is, because then a connection that breaks off looks like the end.
    ///   - note: Called with the version before the first byte of it is written. It must remember the version, and if it
    ///     remembers another one, forget that at least as durably as the part is kept.
    ///   - progress: Called with each change. An error that it throws ends the fetch, and what has arrived is kept.
    /// - Returns: What the drive said about the file.
    /// - Throws: ``RemoteError``, and what the closures throw.
    public func run(
        into part: PartFile, version: String?, listed: Int? = nil, note: @escaping (String?) throws -> Void,
        progress: @escaping (TransferState) throws -> Void
    ) throws -> RemotePart {
        let sink = PartReceiver(part, version: version, note: note, progress: progress)
        var remaining = Self.attempts
        while true {
            let before = sink.received
            do {
                // The last byte is asked for again, since a part that is whole has no rest.
                let start = sink.version == nil ? 0 : max(0, part.count - 1)
                do {
                    try drive.read(path, from: start, ifStill: sink.version, limit: nil, to: sink)
                } catch {
                    try? part.write()
                    throw error
                }
                try part.write()
                guard let told = sink.part else {
                    throw RemoteError(.notUnderstood, "\(path): the drive sent nothing.")
                }
                guard told.size.map({ $0 == part.count }) ?? (part.count >= listed ?? 0) else {
                    throw RemoteError(.unavailable, "\(path): the drive stopped before the end.")
                }
                return told
            } catch let error as RemoteError where error.code == .unavailable {
                guard remaining > 0, sink.received > before, sink.version != nil else { throw error }
                remaining -= 1
                try progress(.resuming)
            } catch let error as RemoteError where error.code == .changed {
                // The bytes that have arrived may be of two versions.
                try sink.drop()
                guard remaining > 0 else { throw error }
                remaining -= 1
                try progress(.resuming)
            }
        }
    }
}

/// Writes what arrives to a part.
private final class PartReceiver: RemoteReceiver {
    private let file: PartFile
    private let note: (String?) throws -> Void
    private let progress: (TransferState) throws -> Void

    /// The version of the bytes in the part.
    private(set) var version: String?
    private(set) var part: RemotePart?
    private(set) var received = 0

    init(
        _ file: PartFile, version: String?, note: @escaping (String?) throws -> Void,
        progress: @escaping (TransferState) throws -> Void
    ) {
        (self.file, self.version, self.note, self.progress) = (file, version, note, progress)
    }

    func begin(_ part: RemotePart) throws {
        // Some servers know Range, but not If-Range.
        if part.start > 0, let current = part.version, current != version {
            throw RemoteError(.changed, "The file has changed since its first part was fetched.")
        }
        self.part = part
        try file.truncate(to: part.start)
        file.expectedCount = part.size
        if part.start == 0 {
            version = part.version
            try note(version)
        }
        try progress(.moving(file.count, of: part.size))
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try file.append(bytes)
        received += bytes.count
        try progress(.moving(file.count, of: part?.size))
    }

    func drop() throws {
        try file.truncate(to: 0)
        version = nil
        try note(nil)
    }
}

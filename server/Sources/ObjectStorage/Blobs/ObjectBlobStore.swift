import AppGroupCrypto
public import Logging
public import NIOCore
public import Serving
import Synchronization

/// Blobs as objects of a bucket that speaks S3, named as ``DiskBlobStore`` names its files: `PREFIX/ab/abcdef…`.
///
/// An object gets its name by the one request that completes it, so every name stands for a complete blob, whatever ends the
/// process. A file is stored under a hash that is known before; bytes whose hash is known only at their end wait in a file on this
/// machine first. The object `PREFIX/catalog-owner` names the owner of the blobs.
public struct ObjectBlobStore: BlobStore {
    package let client: ObjectClient
    private let scratch: String
    private let promises = Promises()
    /// Counts the memory that open blobs take, if they are sent to clients.
    public var tally: ConnectionTally?

    /// Opens the store. No connection is made.
    ///
    /// - Parameter scratch: A folder for arriving bytes, which is made when the first ones arrive.
    /// - Throws: `configuration` if a setting is wrong.
    public init(_ settings: ObjectSettings, scratch: String) throws {
        self.init(try ObjectClient(settings), scratch: scratch)
    }

    package init(_ client: ObjectClient, scratch: String) { (self.client, self.scratch) = (client, scratch) }

    /// Finds out which promises the server keeps, once.
    private final class Promises: Sendable {
        private let known = Mutex<ObjectPromises?>(nil)

        func get(_ client: ObjectClient) async throws -> ObjectPromises {
            if let known = known.withLock({ $0 }) { return known }
            let found = try await client.promises()
            known.withLock { $0 = found }
            return found
        }
    }

    /// Tries out the server, and logs each promise that it does not keep.
    ///
    /// - Throws: ``ObjectError`` if it can't be used.
    public func check(_ logger: Logger) async throws {
        let promises = try await promises.get(client)
        for sentence in promises.shortcomings { logger.warning("\(sentence)") }
        if promises.shortcomings.isEmpty { logger.info("Packages are kept in \(client.place) at \(client.host)") }
    }

    /// An object's name.
    package func key(of hash: BlobDigest) -> String { "\(client.place.prefix)\(hash.description.prefix(2))/\(hash)" }

    /// In bytes; `nil` if there is no such blob.
    public func size(of hash: BlobDigest) async throws -> UInt64? {
        try await serving { try await client.describe(key(of: hash))?.size }
    }

    /// Opens a blob; `nil` if there is none. It stays readable after it is deleted if it is small; otherwise, only what is on its
    /// way does.
    public func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
        try await open(key(of: hash))
    }

    private func open(_ key: String) async throws -> ObjectBlob? {
        try await serving {
            do {
                let beginning = try await beginning(of: key)
                guard let size = beginning.size else { throw ObjectClient.notUnderstood(client.host, "a size") }
                return ObjectBlob(
                    client, key, size: size, tag: beginning.tag, beginning: beginning.bytes, tally: tally)
            } catch let error as ObjectError where error.code == .notFound {
                return nil
            } catch let error as ObjectError where error.code == .refused {
                // An empty object has no part that could be sent: 416.
                guard let size = try await client.describe(key)?.size, size == 0 else { throw error }
                return ObjectBlob(client, key, size: 0, tag: nil, beginning: ByteBuffer(), tally: tally)
            }
        }
    }

    private func beginning(of key: String) async throws -> ObjectBeginning.Answer {
        try await client.patience.insisting {
            let beginning = ObjectBeginning()
            try await client.read(key, 0..<ObjectBeginning.count, ifTagged: nil, to: beginning)
            return beginning.answer
        }
    }

    /// Keeps arriving bytes, by way of a file.
    public func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer {
        // A folder of its own: another arrival of the same bytes must not delete them.
        let folder = try await DiskWork.run(at: scratch) { [scratch] in
            _ = try OwnFolder.make(scratch)
            return try ScratchFolder(in: scratch)
        }
        defer { withExtendedLifetime(folder) {} }
        let arrival = try DiskBlobStore(folder: "\(folder.path)/blobs")
        let blob = try await arrival.put(bytes, limit: limit, expecting: expected)
        try await put(file: arrival.path(of: blob.hash), as: blob.hash)
        return blob
    }

    /// Keeps a file. An existing object is read and compared first: it may be damaged.
    public func put(file source: String, as hash: BlobDigest) async throws {
        let file = try await DiskWork.run(at: source) { try OpenFile(reading: source) }
        let size = try await DiskWork.run(at: source) { try file.size() }
        try await serving {
            let key = key(of: hash)
            let exists = try await client.describe(key) != nil
            if exists, try await isWhole(hash, size) { return }
            let promises = try await promises.get(client)
            var upload = ObjectUpload(
                client: client, file: file, hash: hash, key: key, size: size, onlyNew: !exists && promises.keepsFirst)
            do {
                try await upload.run()
            } catch let error as ObjectError where error.code == .preconditionFailed || error.code == .notFound {
                // Another server has stored the same file meanwhile.
                if try await isWhole(hash, size) { return }
                upload.onlyNew = false
                try await upload.run()
            }
            if promises.checksSums { return }
            guard try await isWhole(hash, size) else {
                try await client.delete(key)
                throw ObjectError(
                    .damaged, "\(client.host) stored different bytes as \(key) than it was sent; check its disks.")
            }
        }
    }

    /// Whether the bucket has exactly these bytes, all of which are read.
    private func isWhole(_ hash: BlobDigest, _ size: UInt64) async throws -> Bool {
        guard let blob = try await open(hash), blob.size == size else { return false }
        return try await blob.digest() == hash
    }

    /// Deletes a blob.
    ///
    /// - Returns: Whether it was there.
    public func delete(_ hash: BlobDigest) async throws -> Bool {
        try await serving {
            guard try await client.describe(key(of: hash)) != nil else { return false }
            try await client.delete(key(of: hash))
            return true
        }
    }

    /// The hashes of the blobs that begin with a byte, in ascending order.
    public func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        let beginning = "\(client.place.prefix)\(CollectionOfOne(byte).hexadecimal)/"
        return try await serving {
            try await client.list(beginning).compactMap { BlobDigest($0.key.dropFirst(beginning.count)) }
        }
    }

    /// Whether there are no blobs, whatever other objects there are.
    public func isEmpty() async throws -> Bool {
        try await serving {
            var isEmpty = true
            try await client.eachPage(of: client.place.prefix) { page in
                isEmpty = !page.contains { isBlob($0.key) }
                return isEmpty
            }
            return isEmpty
        }
    }

    private func isBlob(_ name: String) -> Bool {
        BlobDigest(name.split(separator: "/").last ?? "").map(key(of:)) == name
    }

    private var ownerKey: String { "\(client.place.prefix)\(DiskBlobStore.ownerName)" }

    /// The first line of the object with the owner's name; `nil` if there is none.
    public func owner() async throws -> String? {
        guard let object = try await open(ownerKey) else { return nil }
        return String(String(buffer: try await object.read(from: 0, count: 4096)).prefix { !$0.isNewline })
    }

    /// Writes the object with the owner's name.
    public func setOwner(_ owner: String, replacing: Bool) async throws {
        try await serving {
            let onlyNew = replacing ? false : try await promises.get(client).keepsFirst
            do {
                try await client.put(Array(owner.utf8), as: ownerKey, onlyNew: onlyNew)
            } catch let error as ObjectError where onlyNew && [.preconditionFailed, .conflict].contains(error.code) {
                // That owner stays. After a conflict, one is only being named, and there may be none yet.
            }
        }
    }

    /// A link with which anybody may read a blob for a while, without this server.
    ///
    /// - Parameter seconds: How long it works, from 1 to 604,800.
    public func link(to hash: BlobDigest, type: String, fileName: String, seconds: Int) async throws -> String {
        try await serving {
            let query = [
                ("response-cache-control", "private, no-cache"),
                ("response-content-disposition", "\(ContentDisposition(attachment: fileName))"),
                ("response-content-type", type),
            ]
            return try await client.link(to: key(of: hash), query: query, seconds: seconds)
        }
    }

    /// Drops what a process that was killed has left behind: uploads that have begun and got no further part for a while, and
    /// objects that tried out the server. The clock of the bucket's server decides, which has noted when they arrived.
    ///
    /// - Parameter idle: How long an upload may be without a new part, in milliseconds.
    /// - Returns: How many uploads were dropped.
    @discardableResult
    public func dropUnfinished(idle: Int64) async throws -> Int {
        try await serving {
            let now = try await client.moment()
            var count = 0
            for (upload, active) in try await client.unfinished(client.place.prefix) {
                let name = upload.key.split(separator: "/").last ?? ""
                guard BlobDigest(name) != nil, let active, now.milliseconds - active.milliseconds >= idle else {
                    continue
                }
                try await client.abort(upload)
                count += 1
            }
            for probe in try await client.list(client.probes) {
                guard let written = probe.written, now.milliseconds - written.milliseconds >= idle else { continue }
                try await client.delete(probe.key)
            }
            return count
        }
    }

    /// Tells clients to come back later if the bucket's server can't be reached; the log has the reason.
    private func serving<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as ObjectError where error.code == .unavailable {
            throw ServiceError(
                .overloaded, error.description,
                answer: "The server's packages can't be reached at the moment; try again soon.", retryAfter: 10)
        }
    }
}

extension OpenBlob {
    /// The SHA-256 of all its bytes, which are read.
    package func digest() async throws -> BlobDigest {
        let hasher = try SHA256Hasher()
        var offset: UInt64 = 0
        while offset < size {
            let piece = try await read(from: offset, count: 256 << 10)
            guard piece.readableBytes > 0 else { break }
            piece.withUnsafeReadableBytes { hasher.update($0) }
            offset += UInt64(piece.readableBytes)
        }
        return BlobDigest(bytes: try hasher.digest())
    }
}

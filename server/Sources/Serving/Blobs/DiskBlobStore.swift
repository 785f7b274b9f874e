import AppGroupCrypto
package import AppGroupPlatform
public import NIOCore

/// Blobs as files in a folder: `ab/` holds those with hashes that begin with `ab`, `new/` those that are being written.
/// The file `catalog-owner` names their owner.
///
/// A complete blob on the disk gets its name by a rename within the folder. So every name stands for a complete blob, whatever
/// ends the process. The next process that opens the store removes files that were left in `new/`: those that are still being
/// written are locked.
public struct DiskBlobStore: BlobStore {
    private let folder: String
    private let gate: CollectionGate

    /// Opens the store, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - folder: A folder for the store alone, in an existing folder. `.<name>.lock` is next to it.
    ///   - patience: How long keeping and collecting wait for each other.
    public init(folder: String, patience: Duration = .seconds(10)) throws {
        self.folder = folder
        let name = folder.split(separator: "/").last ?? ""
        gate = CollectionGate(lockPath: "\(folder.dropLast(name.count))/.\(name).lock", patience: patience)
        do {
            let drafts = try OwnFolder.make(Self.draftsName, in: try OwnFolder.make(folder))
            for name in try drafts.names() where OwnFolder.isRandom(name) { try Self.removeAbandoned(name, in: drafts) }
        } catch {
            throw StorageError.error(error, at: folder)
        }
    }

    /// Opens a store only to read it: nothing is made or removed, so that it may be on a disk that can't be written.
    ///
    /// - Parameter folder: The folder of the store.
    public init(reading folder: String) {
        self.folder = folder
        gate = CollectionGate(lockPath: "\(folder).lock", patience: .zero)
    }

    private static let draftsName = "new"

    private static func removeAbandoned(_ name: String, in drafts: OpenFolder) throws(SystemError) {
        do {
            try remove(name, in: drafts, ifAbandoned: try OpenFile(reading: name, in: drafts))
        } catch .notFound {} catch .linkLoop {}
    }

    /// - Parameter file: What had the name when it was opened. If another process has removed that, the name may be taken by a
    ///   file that is being written.
    static func remove(_ name: String, in drafts: OpenFolder, ifAbandoned file: OpenFile) throws(SystemError) {
        guard try file.tryLock(.exclusive), try file.isNamedFile() else { return }
        try drafts.remove(name)
    }

    /// In bytes; `nil` if there is no such blob.
    public func size(of hash: BlobDigest) async throws -> UInt64? {
        let path = path(of: hash)
        return try await DiskWork.run(at: folder) { try Files.size(of: path) }
    }

    /// Opens a blob; `nil` if there is none.
    public func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
        let path = path(of: hash)
        return try await DiskWork.run(at: folder) { try Self.blob(path) }
    }

    /// Keeps arriving bytes.
    public func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer {
        let path = newPath()
        var arriving = bytes.makeAsyncIterator()
        do {
            var file = try await HashedFile(resuming: try await DiskWork.run(at: folder) { try Self.lockedFile(path) })
            while let piece = try await arriving.next() {
                guard file.size + UInt64(piece.readableBytes) <= limit else {
                    throw ServiceError(.tooLarge, "There are more than \(limit) bytes, the most that is allowed.")
                }
                try await file.append(piece)
            }
            let blob = try await file.finish()
            guard expected == nil || blob.hash == expected else {
                throw ServiceError(.hashMismatch, "The bytes do not have the announced SHA-256; send them again.")
            }
            try await DiskWork.run(at: folder) { try name(path, blob.hash) }
            return blob
        } catch {
            _ = try? await DiskWork.run { try Files.removeIfThere(path) }
            // A body can be read only once, so its caller can't do this.
            await arriving.dropRest()
            throw error
        }
    }

    /// Keeps a file by a link to it, or else by a copy.
    ///
    /// - Throws: ``ServiceError/Code/hashMismatch`` if what is copied has another hash.
    public func put(file source: String, as hash: BlobDigest) async throws {
        if try await DiskWork.run(at: folder, { try link(source, hash, attempts: Self.attempts) }) { return }
        let file = try await DiskWork.run(at: source) { try DiskBlob(source) }
        _ = try await put(BlobBytes(file), limit: file.size, expecting: hash)
    }

    /// How often a file is stored before that fails. Another process that opens the store may take a new link for one that a killed
    /// process has left, since nobody holds a lock on it.
    private static let attempts = 20

    /// Deletes a blob.
    public func delete(_ hash: BlobDigest) async throws -> Bool {
        return try await DiskWork.run(at: folder) { try remove(hash) }
    }

    /// In order.
    public func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        let place = CollectionOfOne(byte).hexadecimal
        return try await DiskWork.run(at: folder) { try names(in: place).compactMap { BlobDigest($0) } }
    }

    /// The name of the file, or object, that names the owner.
    package static let ownerName = "catalog-owner"

    /// The first line of the file with the owner's name; `nil` if there is none.
    public func owner() async throws -> String? {
        let path = "\(folder)/\(Self.ownerName)"
        return try await DiskWork.run(at: folder) { try Self.line(path) }
    }

    /// Writes the file with the owner's name durably, whole or not at all.
    public func setOwner(_ owner: String, replacing: Bool) async throws {
        try await DiskWork.run(at: folder) { try write(owner, replacing: replacing) }
    }

    private static func line(_ path: String) throws(SystemError) -> String? {
        do {
            // An editor ends it with a newline.
            return String(
                String(decoding: try Files.contents(of: path, limit: 4096), as: UTF8.self).prefix { !$0.isNewline })
        } catch .notFound {
            return nil
        }
    }

    /// Writes by way of a file in `new/`, as for a blob.
    private func write(_ owner: String, replacing: Bool) throws {
        let path = newPath()
        let file = try Self.lockedFile(path)
        defer { withExtendedLifetime(file) {} }
        do {
            try ByteBuffer(string: owner).withUnsafeReadableBytes { try file.write($0, at: 0) }
            try file.synchronize()
            try nameOwner(Paths.lastComponent(of: path), replacing: replacing)
        } catch {
            _ = try? Files.removeIfThere(path)
            throw error
        }
    }

    /// Makes a finished file in `new/` the one that names the owner, durably.
    private func nameOwner(_ draft: String, replacing: Bool) throws(SystemError) {
        let folder = try OpenFolder(folder)
        let drafts = try folder.folder(Self.draftsName)
        if replacing {
            try drafts.rename(draft, to: Self.ownerName, in: folder)
        } else {
            do { try drafts.renameWithoutReplacing(draft, to: Self.ownerName, in: folder) } catch .exists {
                try drafts.remove(draft)
            }
        }
        folder.synchronize()
    }

    /// Runs `body` while no process collects, so that a new blob stays until the database names it.
    public func withoutCollection<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await gate.pass(.shared, body) }

    /// Runs `body` while no process keeps anything.
    public func duringCollection<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await gate.pass(.exclusive, body) }

    // MARK: - Files

    package func path(of hash: BlobDigest) -> String { "\(folder)/\(hash.description.prefix(2))/\(hash)" }

    private static func blob(_ path: String) throws(SystemError) -> DiskBlob? {
        do { return try DiskBlob(path) } catch .notFound { return nil }
    }

    private func names(in place: String) throws(SystemError) -> [String] {
        do { return try OpenFolder(folder).folder(place).names().sorted() } catch .notFound { return [] }
    }

    private func remove(_ hash: BlobDigest) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try OpenFolder(folder).folder("\(hash.description.prefix(2))").remove("\(hash)")
            return true
        } catch .notFound {
            return false
        }
    }

    private static func lockedFile(_ path: String, mustBeNew: Bool = true) throws(SystemError) -> OpenFile {
        let file = try OpenFile(writing: path, mustBeNew: mustBeNew)
        if try file.tryLock(.exclusive), try file.isNamedFile() { return file }
        // Another process that opens the store has taken it for a leftover, and removes it at this moment, unless it ends before that.
        SystemClock.sleep(for: .milliseconds(1))
        return try lockedFile(path, mustBeNew: false)
    }

    private func newPath() -> String { "\(folder)/\(Self.draftsName)/\(RandomName.make())" }

    /// Links a file, again if another process has removed the link before it got its name.
    ///
    /// - Returns: Whether the file could be linked.
    private func link(_ source: String, _ hash: BlobDigest, attempts: Int) throws(SystemError) -> Bool {
        do {
            return try link(source, newPath(), hash)
        } catch {
            guard error == .notFound, attempts > 1, Files.exists(source) else { throw error }
            return try link(source, hash, attempts: attempts - 1)
        }
    }

    /// Gives a file on this machine the name of its hash, too, by way of a path in `new/`. An existing file of that name is
    /// replaced: it may be damaged, and the new one was just hashed.
    ///
    /// - Returns: Whether the file could be linked.
    private func link(_ source: String, _ path: String, _ hash: BlobDigest) throws(SystemError) -> Bool {
        do {
            try Files.hardLink(source, as: path)
        } catch {
            guard error.isLinkRefusal else { throw error }
            return false
        }
        defer { _ = try? Files.removeIfThere(path) }
        try name(path, hash)
        return true
    }

    /// Gives the finished file at a path the name of its hash, durably.
    private func name(_ path: String, _ hash: BlobDigest) throws(SystemError) {
        let folder = try OpenFolder(folder)
        let place = try OwnFolder.make("\(hash.description.prefix(2))", in: folder)
        try folder.folder(Self.draftsName).rename(Paths.lastComponent(of: path), to: "\(hash)", in: place)
        place.synchronize()
    }
}

/// A blob in an open file.
package struct DiskBlob: OpenBlob {
    private let file: OpenFile
    package let size: UInt64

    package init(_ path: String) throws(SystemError) { try self.init(try OpenFile(reading: path)) }

    package init(_ file: OpenFile) throws(SystemError) {
        self.file = file
        size = try file.size()
    }

    package func read(from offset: UInt64, count: Int) async throws -> ByteBuffer {
        guard offset < size, count > 0 else { return ByteBuffer() }
        let (file, count) = (file, Int(min(UInt64(count), size - offset)))
        return try await DiskWork.run(at: file.path) { try Self.read(file, from: offset, count: count) }
    }

    private static func read(_ file: OpenFile, from offset: UInt64, count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: offset)
        }
        return buffer
    }
}

/// Keeps the arrival and the collection of blobs apart, in all processes, by the advisory lock on a file that is made once and
/// never renamed or deleted: any number may arrive at once, or one may collect.
private struct CollectionGate: Sendable {
    private let lockPath: String
    private let patience: Duration

    /// - Parameter patience: How long to wait for others.
    init(lockPath: String, patience: Duration) { (self.lockPath, self.patience) = (lockPath, patience) }

    func pass<Result: Sendable>(
        _ lock: Descriptor.Lock, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let file = try await DiskWork.run(at: lockPath) { [lockPath] in try OpenFile(writing: lockPath) }
        let deadline = ContinuousClock.now + patience
        while try !file.tryLock(lock) {
            guard ContinuousClock.now < deadline else {
                throw ServiceError(
                    .busy, "Files are being stored or cleaned up; try again in a moment.", retryAfter: 2)
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
        }
        defer { file.unlock() }
        return try await body()
    }
}

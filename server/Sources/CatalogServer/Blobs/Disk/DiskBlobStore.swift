import AppPackage
import NIOCore
import SystemPackage

/// Blobs as files of a folder: `ab/` holds those whose hash begins so, `new/` what is being written.
///
/// A blob gets its name when it is whole and on the disk, by a rename within the folder; so whatever ends the process,
/// every name stands for a whole blob. What it leaves in `new/` is removed by the next that opens the store: whoever writes a
/// file there holds its lock.
struct DiskBlobStore: BlobStore {
    private let folder: String
    private let gate: CollectionGate

    /// Opens the store, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - folder: Alone for this; the folder that holds it is there. Beside it lies `.<name>.lock`.
    ///   - patience: How long those who publish and those who collect wait for each other.
    init(folder: String, patience: Duration = .seconds(10)) throws {
        self.folder = folder
        let name = folder.split(separator: "/").last ?? ""
        gate = CollectionGate(lockPath: "\(folder.dropLast(name.count))/.\(name).lock", patience: patience)
        do {
            try FileTree.ensureFolder(folder)
            try FileTree.ensureFolder("\(folder)/new")
            for name in try FileTree.entries(of: "\(folder)/new") { try Self.removeAbandoned("\(folder)/new/\(name)") }
        } catch {
            throw StorageError.error(error, at: folder)
        }
    }

    private static func removeAbandoned(_ path: String) throws {
        do {
            let file = try OpenFile(reading: path)
            guard try file.tryLock(.exclusive) else { return }
            try FileTree.removeIfThere(path)
        } catch Errno.noSuchFileOrDirectory {}
    }

    func size(of hash: BlobDigest) async throws -> UInt64? {
        let path = path(of: hash)
        return try await reporting { try Self.size(path) }
    }

    func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
        let path = path(of: hash)
        return try await reporting { try Self.blob(path) }
    }

    func put<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, limit: UInt64) async throws -> StoredBlob
    where Bytes.Element == ByteBuffer {
        let path = newPath()
        var file = try await HashedFile(resuming: try await reporting { try Self.lockedFile(path) })
        do {
            for try await piece in bytes {
                guard file.size + UInt64(piece.readableBytes) <= limit else {
                    throw ServiceError(.tooLarge, "There are more than \(limit) bytes, the most that is taken.")
                }
                try await file.append(piece)
            }
            let blob = try await file.finish()
            try await reporting { try name(path, blob.hash) }
            return blob
        } catch {
            _ = try? await reporting { try FileTree.removeIfThere(path) }
            throw error
        }
    }

    func put(file source: String, as hash: BlobDigest) async throws {
        let path = newPath()
        try await reporting { try place(source, path, hash) }
    }

    func delete(_ hash: BlobDigest) async throws -> Bool {
        let path = path(of: hash)
        return try await reporting { try FileTree.removeIfThere(path) }
    }

    func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        let place = "\(folder)/\(CollectionOfOne(byte).hexadecimal)"
        return try await reporting { try Self.entries(of: place).compactMap { BlobDigest($0) } }
    }

    func withoutCollection<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await gate.pass(.shared, body) }

    func duringCollection<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await gate.pass(.exclusive, body) }

    // MARK: - Files

    private func path(of hash: BlobDigest) -> String { "\(folder)/\(hash.description.prefix(2))/\(hash)" }

    private static func size(_ path: String) throws -> UInt64? {
        do {
            return UInt64(max(0, try FileTree.status(path).size))
        } catch Errno.noSuchFileOrDirectory {
            return nil
        }
    }

    private static func blob(_ path: String) throws -> DiskBlob? {
        do {
            return try DiskBlob(path)
        } catch Errno.noSuchFileOrDirectory {
            return nil
        }
    }

    private static func entries(of folder: String) throws -> [String] {
        do {
            return try FileTree.entries(of: folder)
        } catch Errno.noSuchFileOrDirectory {
            return []
        }
    }

    private static func lockedFile(_ path: String) throws -> OpenFile {
        let file = try OpenFile(writing: path, mustBeNew: true)
        _ = try file.tryLock(.exclusive)
        return file
    }

    private func newPath() -> String { "\(folder)/new/\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

    /// Gives a file of this machine the name of its hash, by way of a path in `new/`. What is there of that name is replaced: it
    /// may be damaged, and this was just hashed.
    private func place(_ source: String, _ path: String, _ hash: BlobDigest) throws {
        do {
            _ = try FileTree.link(source, as: path)
        } catch Errno.improperLink, Errno.notPermitted, Errno.notSupported, Errno.tooManyLinks {
            try copy(source, to: path)
        }
        defer { _ = try? FileTree.removeIfThere(path) }
        try name(path, hash)
    }

    /// Gives the finished file at a path the name of its hash, durably.
    private func name(_ path: String, _ hash: BlobDigest) throws {
        let place = "\(folder)/\(hash.description.prefix(2))"
        if try FileTree.ensureFolder(place) { try FileTree.synchronize(folder) }
        try FileTree.rename(path, to: self.path(of: hash))
        try FileTree.synchronize(place)
    }

    private func copy(_ source: String, to path: String) throws {
        let (from, to) = (try OpenFile(reading: source), try Self.lockedFile(path))
        do {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { buffer.deallocate() }
            var offset: UInt64 = 0
            while case let count = try from.read(into: buffer, at: offset), count > 0 {
                try to.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
                offset += UInt64(count)
            }
            try to.synchronize()
        } catch {
            _ = try? FileTree.removeIfThere(path)
            throw error
        }
    }

    private func reporting<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do { return try await DiskWork.run(body) } catch { throw StorageError.error(error, at: folder) }
    }
}

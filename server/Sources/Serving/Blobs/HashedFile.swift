import AppGroupCrypto
package import NIOCore

/// A file that grows together with its hash: arriving bytes are written and hashed in one pass, in pieces, off the event loops.
/// Memory never holds two whole pieces of it.
package struct HashedFile: Sendable {
    /// Bytes are written once this many have arrived.
    private static let pieceSize = 256 << 10

    private let file: OpenFile
    /// In bytes, including those that are not written yet.
    package private(set) var size: UInt64
    private let hash: SHA256Hasher
    private var pending = ByteBuffer()

    /// Continues a file where it ends.
    package init(resuming file: OpenFile) async throws {
        self.file = file
        (hash, size) = try await DiskWork.run(at: file.path) { try Self.hash(of: file) }
    }

    /// Adds bytes, which are written soon.
    package mutating func append(_ bytes: ByteBuffer) async throws {
        size += UInt64(bytes.readableBytes)
        if pending.readableBytes == 0 {
            pending = bytes
        } else {
            pending.writeImmutableBuffer(bytes)
        }
        if pending.readableBytes >= Self.pieceSize { try await flush() }
    }

    /// Writes all pending bytes. If that fails, the file ends with what was written before.
    package mutating func flush() async throws {
        let piece = pending
        guard piece.readableBytes > 0 else { return }
        pending = ByteBuffer()
        let (file, hash, offset) = (file, hash, size - UInt64(piece.readableBytes))
        try await DiskWork.run(at: file.path) { try Self.write(piece, to: file, at: offset, hash) }
    }

    /// Waits until everything is on the disk. - Returns: The hash and the size.
    package mutating func finish() async throws -> StoredBlob {
        try await flush()
        let file = file
        try await DiskWork.run(at: file.path) { try file.synchronize() }
        return StoredBlob(hash: BlobDigest(bytes: try hash.digest()), size: size)
    }

    /// Drops the lock that the file was opened under.
    package func unlock() { file.unlock() }

    // MARK: - Off the event loops

    private static func hash(of file: OpenFile) throws -> (SHA256Hasher, UInt64) {
        let size = try file.size()
        let hash = try SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while offset < size {
            let count = try file.read(into: buffer, at: offset)
            if count == 0 { break }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += UInt64(count)
        }
        return (hash, offset)
    }

    private static func write(
        _ piece: ByteBuffer, to file: OpenFile, at offset: UInt64, _ hash: SHA256Hasher
    ) throws {
        do {
            try piece.withUnsafeReadableBytes { try file.write($0, at: offset) }
        } catch {
            try? file.truncate(to: offset)
            throw error
        }
        piece.withUnsafeReadableBytes { hash.update($0) }
    }
}

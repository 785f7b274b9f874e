import AppGroupCrypto
package import NIOCore

/// A file that grows together with its hash: arriving bytes are written and hashed in one pass, in pieces, off the event loops.
/// Memory holds at most two pieces of it.
package struct HashedFile: Sendable {
    /// Bytes are written once this many have arrived, and less than twice as many at a time.
    private static let pieceSize = 256 << 10
    /// The disk is waited for once this many bytes are written: a disk slower than their source would otherwise have to write almost
    /// all of the file in the last call, which takes one of few threads. It is short, because no bytes arrive while a file waits.
    private static let longestStretch = 8 << 20

    private let file: OpenFile
    private var written: UInt64
    /// Where the file ended when the disk was last waited for, or when the file was opened.
    private(set) var synchronized: UInt64
    private let hash: SHA256Hasher
    private var pending = ByteBuffer()

    /// In bytes, including those that are not written yet.
    package var size: UInt64 { written + UInt64(pending.readableBytes) }

    /// Continues a file where it ends.
    package init(resuming file: OpenFile) async throws {
        (self.file, hash, written, synchronized) = (file, try SHA256Hasher(), 0, 0)
        var count: UInt64
        repeat {
            count = try await DiskWork.run(at: file.path) { [hash, written] in
                try Self.hash(file, at: written, into: hash)
            }
            written += count
        } while count > 0
        synchronized = written
    }

    /// Adds bytes, which are written soon.
    package mutating func append(_ bytes: ByteBuffer) async throws {
        var (rest, isWriting) = (bytes, false)
        // Room for whatever is pending at once: a buffer that grows little by little is copied each time.
        if rest.readableBytes > 0 { pending.reserveCapacity(2 * Self.pieceSize) }
        while let part = rest.readSlice(length: min(rest.readableBytes, Self.pieceSize)), part.readableBytes > 0 {
            pending.writeImmutableBuffer(part)
            isWriting = isWriting || pending.readableBytes >= Self.pieceSize
            if isWriting { try await flush() }
            if written - synchronized >= Self.longestStretch { try await synchronize() }
        }
    }

    /// Writes all pending bytes, even if the task is canceled: they have arrived. If that fails, the file ends with what was written
    /// before.
    package mutating func flush() async throws {
        var piece = pending
        guard piece.readableBytes > 0 else { return }
        pending = ByteBuffer()
        let (file, hash, offset) = (file, hash, written)
        let writing = Task { [piece] in
            try await DiskWork.run(at: file.path) { try Self.write(piece, to: file, at: offset, hash) }
        }
        try await writing.value
        written += UInt64(piece.readableBytes)
        // The next piece gets the same memory.
        piece.clear(minimumCapacity: 2 * Self.pieceSize)
        pending = piece
    }

    /// Drops the bytes after a place. Nothing can be added afterwards, because the hash has seen them.
    package mutating func truncate(to offset: UInt64) async throws {
        pending = ByteBuffer()
        let file = file
        try await DiskWork.run(at: file.path) { try file.truncate(to: offset) }
    }

    /// Waits until everything is on the disk.
    ///
    /// - Returns: The hash and the size.
    package mutating func finish() async throws -> StoredBlob {
        try await flush()
        try await synchronize()
        return StoredBlob(hash: BlobDigest(bytes: try hash.digest()), size: size)
    }

    /// Waits until what was written is on the disk, even if the task is canceled: more bytes may have arrived.
    private mutating func synchronize() async throws {
        let file = file
        try await Task { try await DiskWork.run(at: file.path) { try file.synchronize() } }.value
        synchronized = written
    }

    /// Drops the lock that the file was opened under.
    package func unlock() { file.unlock() }

    // MARK: - Off the event loops

    /// Hashes what the file has at an offset, 4 MiB at most, so that other work of these threads soon gets its turn.
    ///
    /// - Returns: How many bytes; 0 at the end of the file.
    private static func hash(_ file: OpenFile, at offset: UInt64, into hash: SHA256Hasher) throws -> UInt64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        var hashed: UInt64 = 0
        while hashed < 4 << 20 {
            let count = try file.read(into: buffer, at: offset + hashed)
            if count == 0 { break }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            hashed += UInt64(count)
        }
        return hashed
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

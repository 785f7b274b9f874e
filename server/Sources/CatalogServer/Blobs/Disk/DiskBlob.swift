import NIOCore

/// A blob in a file that is open.
struct DiskBlob: OpenBlob {
    private let file: OpenFile
    let size: UInt64

    /// - Throws: `Errno`.
    init(_ path: String) throws { try self.init(try OpenFile(reading: path)) }

    /// - Throws: `Errno`.
    init(_ file: OpenFile) throws {
        self.file = file
        size = try file.size()
    }

    func read(from offset: UInt64, count: Int) async throws -> ByteBuffer {
        guard offset < size, count > 0 else { return ByteBuffer() }
        let (file, count) = (file, Int(min(UInt64(count), size - offset)))
        do {
            return try await DiskWork.run { try Self.read(file, from: offset, count: count) }
        } catch {
            throw StorageError.error(error, at: file.path)
        }
    }

    private static func read(_ file: OpenFile, from offset: UInt64, count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: offset)
        }
        return buffer
    }
}

import CAppGroupZlib

/// Deflates bytes, with a header and a checksum (RFC 1950), and gives up if the result grows beyond a limit.
final class Deflater {
    /// The result so far.
    private(set) var output: [UInt8] = []
    private let limit: Int
    private var chunk = [UInt8](repeating: 0, count: 16 << 10)
    /// On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    init(limit: Int) throws(PackageError) {
        self.limit = limit
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit_(stream, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, size) == Z_OK else {
            throw PackageError(.inputOutput, "Memory ran out while packing; close other programs and try again.")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Compresses more bytes; `false` if the result is beyond the limit.
    func append(_ bytes: [UInt8]) -> Bool { write(bytes, Z_NO_FLUSH) }

    /// Writes the rest; `false` if the result is beyond the limit.
    func finish() -> Bool { write([], Z_FINISH) }

    private func write(_ bytes: [UInt8], _ flush: Int32) -> Bool {
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(clamping: input.count)
            repeat {
                let count = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.pointee.next_out = chunk.baseAddress
                    stream.pointee.avail_out = uInt(clamping: chunk.count)
                    deflate(stream, flush)
                    return chunk.count - Int(stream.pointee.avail_out)
                }
                output += chunk[..<count]
            } while stream.pointee.avail_out == 0 && output.count <= limit
            return output.count <= limit
        }
    }
}

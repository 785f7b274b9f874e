import CAppGroupZlib

/// Decompresses deflated bytes piece by piece. Only as many come out as are asked for.
final class Inflater {
    /// The format around the deflated bytes.
    enum Wrapper: Int32 {
        /// A header and a checksum (RFC 1950).
        case zlib = 15
        /// Nothing (RFC 1951).
        case none = -15
    }

    private enum State { case running, ended, damaged }

    private let input: [UInt8]
    private var position = 0
    private var state = State.running
    /// On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ input: [UInt8], _ wrapper: Wrapper) throws(PackageError) {
        self.input = input
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, wrapper.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw PackageError(.inputOutput, "There is no memory for unpacking; close other programs and try again.")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Fills the whole buffer with the next bytes; `false` if there are fewer, or if they are damaged.
    func fill(_ buffer: inout [UInt8]) -> Bool { read(into: &buffer) == buffer.count }

    /// Whether all bytes have come out, the checksum is right, and nothing follows it.
    func isAtEnd() -> Bool {
        var one: [UInt8] = [0]
        return read(into: &one) == 0 && state == .ended && position == input.count
    }

    private func read(into buffer: inout [UInt8]) -> Int {
        guard state == .running else { return 0 }
        return input.withUnsafeBufferPointer { input in
            buffer.withUnsafeMutableBufferPointer { buffer in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.advanced(by: position))
                stream.pointee.avail_in = uInt(clamping: input.count - position)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = uInt(clamping: buffer.count)
                state =
                    switch inflate(stream, Z_NO_FLUSH) {
                    case Z_OK, Z_BUF_ERROR: .running
                    case Z_STREAM_END: .ended
                    default: .damaged
                    }
                position = input.count - Int(stream.pointee.avail_in)
                return buffer.count - Int(stream.pointee.avail_out)
            }
        }
    }
}

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
            throw PackageError(.inputOutput, "There is no memory for packing; close other programs and try again.")
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

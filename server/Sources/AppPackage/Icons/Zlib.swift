import CDistributionZlib

/// Unpacks deflated bytes piece by piece: as many as are asked for come out, however many more are in there.
final class Inflater {
    /// What stands around the deflated bytes.
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

    /// Overwrites the whole buffer with what comes out next; `false` where less comes, or the bytes are damaged.
    func fill(_ buffer: inout [UInt8]) -> Bool { read(into: &buffer) == buffer.count }

    /// Whether everything has come out, the checksum is right, and nothing follows it.
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

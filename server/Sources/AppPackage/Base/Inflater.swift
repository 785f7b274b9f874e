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

    enum State {
        /// The final block has not ended yet.
        case running
        /// The final block has ended, and the checksum, if there is one, is right.
        case ended
        case damaged
    }

    private(set) var state = State.running
    private var input: [UInt8]
    private var position = 0
    private var end: Int
    /// On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter input: The bytes to decompress, or the first of them: see ``refill(_:)``.
    init(_ wrapper: Wrapper, _ input: [UInt8] = []) throws(PackageError) {
        (self.input, end) = (input, input.count)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, wrapper.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw PackageError(.inputOutput, "Memory ran out while unpacking; close other programs and try again.")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Whether all bytes of the input have been used.
    var isHungry: Bool { position == end }

    /// Replaces the input. All of it must have been used.
    ///
    /// - Parameters:
    ///   - capacity: The most bytes to take.
    ///   - read: Fills a buffer, and returns the number of bytes.
    func refill(upTo capacity: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) {
        if input.count < capacity { input = [UInt8](repeating: 0, count: capacity) }
        (position, end) = (0, input.withUnsafeMutableBytes(read))
    }

    /// Fills the whole buffer with the next bytes; `false` if there are fewer, or if they are damaged.
    func fill(_ buffer: inout [UInt8]) -> Bool { buffer.withUnsafeMutableBytes { read(into: $0) == $0.count } }

    /// Whether all bytes have come out, the checksum is right, and nothing follows it.
    func isAtEnd() -> Bool {
        var one: [UInt8] = [0]
        return one.withUnsafeMutableBytes { read(into: $0) } == 0 && state == .ended && isHungry
    }

    /// Puts the next bytes into a buffer and returns how many there are. Zero means that more input is needed, or that nothing
    /// more comes: see ``state``.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard state == .running else { return 0 }
        return input.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.advanced(by: position))
            stream.pointee.avail_in = uInt(clamping: end - position)
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = uInt(clamping: buffer.count)
            state =
                switch inflate(stream, Z_NO_FLUSH) {
                case Z_OK, Z_BUF_ERROR: .running
                case Z_STREAM_END: .ended
                default: .damaged
                }
            position = end - Int(stream.pointee.avail_in)
            return buffer.count - Int(stream.pointee.avail_out)
        }
    }
}

import CAppGroupZlib

/// The bytes that a zlib stream (RFC 1950) contains, piece by piece: never more than were asked for.
final class InflatedBytes {
    private let input: [UInt8]
    private var position = 0
    /// On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    init?(_ input: [UInt8]) {
        self.input = input
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Fills the complete buffer with the next bytes; `false` if there are fewer, or if they are damaged.
    func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        input.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + position })
            stream.pointee.avail_in = uInt(clamping: input.count - position)
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = uInt(clamping: buffer.count)
            while stream.pointee.avail_out > 0, inflate(stream, Z_NO_FLUSH) == Z_OK {}
            position = input.count - Int(stream.pointee.avail_in)
            return stream.pointee.avail_out == 0
        }
    }
}

import CDistributionZlib

/// Bytes packed as `Content-Encoding: gzip` wants them (RFC 1952).
enum Gzip {
    /// Packs bytes at zlib's own level.
    static func packed(_ bytes: [UInt8]) throws(ServiceError) -> [UInt8] {
        var stream = z_stream()
        let (windowBits, memoryLevel) = (MAX_WBITS + 16, Int32(8))
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ServiceError(.overloaded, "There is no memory for packing an answer; try again later.") }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(bound)
                deflate(&stream, Z_FINISH)
                count = bound - Int(stream.avail_out)
            }
        }
    }
}

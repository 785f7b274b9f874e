import CToolZlib

/// Undoes zlib's compression (RFC 1950, 1951).
enum Flate {
    /// Decodes bytes up to any damage.
    static func decode(_ bytes: [UInt8], limit: Int) throws -> FilterChain.Decoded {
        let whole = try inflate(bytes, windowBits: 15, limit: limit)
        // Some writers leave out zlib's header.
        if whole.bytes.isEmpty, !whole.isWhole { return try inflate(bytes, windowBits: -15, limit: limit) }
        return whole
    }

    private static func inflate(_ bytes: [UInt8], windowBits: CInt, limit: Int) throws -> FilterChain.Decoded {
        var stream = z_stream()
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw ReadFailure.tooLarge
        }
        defer { inflateEnd(&stream) }
        var result: [UInt8] = []
        result.reserveCapacity(min(limit, bytes.count * 4))
        var block = [UInt8](repeating: 0, count: 32 * 1024)
        var status = Z_OK
        try bytes.withUnsafeBufferPointer { input in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(clamping: input.count)
            while status == Z_OK {
                let count = block.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = CToolZlib.inflate(&stream, Z_NO_FLUSH)
                    return output.count - Int(stream.avail_out)
                }
                guard result.count + count <= limit else { throw ReadFailure.tooLarge }
                result += block[..<count]
            }
        }
        return FilterChain.Decoded(bytes: result, isWhole: status == Z_STREAM_END)
    }
}

import CAppGroupZlib

/// Compression and checksums by zlib.
package enum Deflate {
    /// Raw deflate, without zlib's header (RFC 1951).
    package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) { output, count in
            input.withUnsafeMutableBufferPointer {
                stream.next_in = $0.baseAddress
                stream.avail_in = UInt32($0.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                deflate(&stream, Z_FINISH)
            }
            count = Int(stream.total_out)
        }
    }

    /// CRC-32.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 { UInt32(crc32(0, bytes, UInt32(bytes.count))) }

    /// Adler-32, the checksum of zlib's own format.
    static func adler(_ bytes: [UInt8]) -> UInt32 { UInt32(adler32(1, bytes, UInt32(bytes.count))) }
}

import CAppGroupZlib
import HTTPTypes

/// Compression for `Content-Encoding: gzip` (RFC 1952).
enum Gzip {
    /// Compresses bytes at zlib's default level.
    static func packed(_ bytes: [UInt8]) throws(ServiceError) -> [UInt8] {
        var stream = z_stream()
        let (windowBits, memoryLevel) = (MAX_WBITS + 16, Int32(8))
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ServiceError(.overloaded, "There is no memory to compress an answer; try again later.") }
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

/// The encodings that a request accepts (`Accept-Encoding`, RFC 9110, section 12.5.3).
enum AcceptedEncoding {
    /// Whether gzip is accepted. Without the header it is not.
    static func takesGzip(_ headers: HTTPFields) -> Bool {
        var any = false
        for coding in headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",") {
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let isWanted = !parts.dropFirst().contains {
                $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { "0.".contains($0) }
            }
            if parts.first == "gzip" || parts.first == "x-gzip" { return isWanted }
            if parts.first == "*" { any = isWanted }
        }
        return any
    }
}

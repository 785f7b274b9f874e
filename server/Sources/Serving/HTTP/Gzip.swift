import CAppGroupZlib
public import HTTPTypes

/// Compression for `Content-Encoding: gzip` (RFC 1952).
public enum Gzip {
    /// Bytes that were compressed by themselves, at zlib's default level, so that they can be part of many answers. They end at
    /// the end of a byte and refer to nothing before them (RFC 1951; Z_FULL_FLUSH in zlib's manual).
    public struct Piece: Sendable {
        /// In the format of RFC 1951.
        public let deflated: [UInt8]
        fileprivate let checksum: uLong
        /// Appends a checksum of as many bytes to another one (crc32_combine_op in zlib.h).
        fileprivate let appending: uLong
        fileprivate let count: Int

        /// Compresses bytes.
        public init(_ bytes: [UInt8]) throws(ServiceError) {
            deflated = try Gzip.deflated(bytes)
            checksum = crc32(0, bytes, uInt(bytes.count))
            appending = crc32_combine_gen(numericCast(bytes.count))
            count = bytes.count
        }
    }

    /// A header without a name and a time; the system is Unix.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// A last block without any bytes.
    private static let end: [UInt8] = [3, 0]

    /// The compressed form of the bytes of all pieces, one after the other.
    public static func joined(_ pieces: [Piece]) -> [UInt8] {
        var bytes = header
        bytes.reserveCapacity(pieces.reduce(32) { $0 + $1.deflated.count })
        var (checksum, count): (uLong, Int) = (0, 0)
        for piece in pieces {
            bytes += piece.deflated
            checksum = crc32_combine_op(checksum, piece.checksum, piece.appending)
            count += piece.count
        }
        bytes += end
        for number in [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: count)] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        return bytes
    }

    private static func deflated(_ bytes: [UInt8]) throws(ServiceError) -> [UInt8] {
        var stream = z_stream()
        let (windowBits, memoryLevel) = (-MAX_WBITS, Int32(8))
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ServiceError(.overloaded, "There is no memory to compress an answer; try again later.") }
        defer { deflateEnd(&stream) }
        // The flush adds an empty block.
        let bound = Int(deflateBound(&stream, uLong(bytes.count))) + 16
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(bound)
                deflate(&stream, Z_FULL_FLUSH)
                count = bound - Int(stream.avail_out)
            }
        }
    }
}

/// The encodings that a request accepts (`Accept-Encoding`, RFC 9110, section 12.5.3).
public enum AcceptedEncoding {
    /// Whether gzip is accepted. Without the header it is not.
    public static func takesGzip(_ headers: HTTPFields) -> Bool {
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

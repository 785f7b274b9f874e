/// Writes PNG images (W3C, Portable Network Graphics, third edition) with 8-bit colors, possibly with false values.
enum ImageWriter {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameter rows: The bytes of the rows, each after the number of its filter.
    static func png(_ width: Int, _ height: Int, rows: [UInt8]) -> [UInt8] {
        // Deflated bytes are between zlib's header and a checksum (RFC 1950).
        let pixels = [0x78, 0x9C] + Deflate.compressed(rows) + bigEndian(Deflate.adler(rows))
        return file(header(width, height) + chunk("IDAT", pixels))
    }

    /// Chunks between the signature and the end.
    static func file(_ chunks: [UInt8]) -> [UInt8] { signature + chunks + chunk("IEND", []) }

    static func header(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = [width, height].flatMap { bigEndian(UInt32(truncatingIfNeeded: $0)) }
        return chunk("IHDR", sides + [8, 2, 0, 0, 0])
    }

    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(kind.utf8) + data
        return bigEndian(UInt32(data.count)) + content + bigEndian(Deflate.checksum(content))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

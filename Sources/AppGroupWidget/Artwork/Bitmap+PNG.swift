import AppGroup
import CAppGroupZlib

extension Bitmap {
    /// The image as a PNG file.
    package var png: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)
            rows += pixels[4 * row * width..<4 * (row + 1) * width]
        }
        let sides = [width, height].flatMap { Self.bigEndian(UInt32($0)) }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + Self.chunk("IHDR", sides + [8, 6, 0, 0, 0])
            + Self.chunk("IDAT", Self.deflated(rows)) + Self.chunk("IEND", [])
    }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(CRC32.checksum(body[...]))
    }

    /// Bytes as a zlib stream (RFC 1950).
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(size))
        compress(&result, &size, bytes, uLong(bytes.count))
        return Array(result.prefix(Int(size)))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

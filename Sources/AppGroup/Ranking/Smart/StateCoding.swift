/// Reads what a ``StateWriter`` wrote.
struct StateReader {
    private let bytes: [UInt8]
    private var position = 0
    /// Where the checksum begins.
    private let end: Int

    /// `nil` if the checksum is wrong.
    init?(_ stored: [UInt8]) {
        let (body, checksum) = (stored.dropLast(4), stored.suffix(4))
        guard checksum.count == 4, checksum.reduce(0, { $0 << 8 | UInt32($1) }) == CRC32.checksum(body) else {
            return nil
        }
        (bytes, end) = (stored, body.count)
    }

    var isAtEnd: Bool { position == end }

    mutating func words(_ count: Int) -> [UInt64]? { numbers(count) }

    mutating func shorts(_ count: Int) -> [UInt16]? { numbers(count) }

    /// Finite numbers; `nil` if one is not.
    mutating func doubles(_ count: Int) -> [Double]? {
        guard let doubles = words(count)?.map(Double.init(bitPattern:)), doubles.allSatisfy(\.isFinite) else {
            return nil
        }
        return doubles
    }

    /// - Parameter count: Not so large that their size overflows.
    private mutating func numbers<Number: FixedWidthInteger>(_ count: Int) -> [Number]? {
        let (start, size) = (position, MemoryLayout<Number>.size)
        guard count >= 0, count * size <= end - start else { return nil }
        position += count * size
        return bytes.withUnsafeBytes { bytes in
            (0..<count).map {
                Number(bigEndian: bytes.loadUnaligned(fromByteOffset: start + $0 * size, as: Number.self))
            }
        }
    }
}

/// Writes numbers one after the other, and their checksum at the end.
struct StateWriter {
    private var bytes: [UInt8] = []

    mutating func append(_ words: [UInt64]) { for word in words { append(word) } }

    mutating func append(_ doubles: [Double]) { for double in doubles { append(double.bitPattern) } }

    mutating func append(_ shorts: [UInt16]) { for short in shorts { append(short) } }

    /// What was written, and the CRC-32 of it.
    var sealed: [UInt8] {
        var result = self
        result.append(CRC32.checksum(bytes[...]))
        return result.bytes
    }

    private mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

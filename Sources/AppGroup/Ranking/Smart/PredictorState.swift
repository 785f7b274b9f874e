/// Reads what a ``StateWriter`` wrote.
struct StateReader {
    private var bytes: ByteReader

    /// `nil` if the checksum is wrong.
    init?(_ stored: [UInt8]) {
        let (body, checksum) = (stored.dropLast(4), stored.suffix(4))
        guard checksum.count == 4, checksum.reduce(0, { $0 << 8 | UInt32($1) }) == CRC32.checksum(body) else {
            return nil
        }
        bytes = ByteReader(body)
    }

    var isAtEnd: Bool { bytes.count == 0 }

    mutating func words(_ count: Int) -> [UInt64]? { numbers(count, of: 8) { $0 } }

    mutating func shorts(_ count: Int) -> [UInt16]? { numbers(count, of: 2) { UInt16($0) } }

    /// Finite numbers; `nil` if one is not.
    mutating func doubles(_ count: Int) -> [Double]? {
        guard let doubles = numbers(count, of: 8, Double.init(bitPattern:)), doubles.allSatisfy(\.isFinite) else {
            return nil
        }
        return doubles
    }

    private mutating func numbers<Number>(
        _ count: Int, of size: Int, _ make: (UInt64) -> Number
    ) -> [Number]? {
        guard var row = bytes.bytes(count * size).map(ByteReader.init) else { return nil }
        return (0..<count).map { _ in make(row.number(size) ?? 0) }
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

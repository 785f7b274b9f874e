/// Reads what a ``StateWriter`` wrote.
struct StateReader {
    private var bytes: ByteReader

    /// `nil` where the checksum is another.
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

    /// Numbers that may be compared; NaN is none of these.
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

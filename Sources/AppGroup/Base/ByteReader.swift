/// Reads numbers off the front of some bytes, as SQLite writes them in its pages and records.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var count: Int { rest.count }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A big-endian number of at most 8 bytes.
    mutating func number(_ count: Int) -> UInt64? { bytes(count)?.reduce(0) { $0 << 8 | UInt64($1) } }

    /// A big-endian number of at most 8 bytes with its sign.
    mutating func signedNumber(_ count: Int) -> Int64? {
        number(count).map { Int64(bitPattern: $0 << UInt64(64 - 8 * count)) >> Int64(64 - 8 * count) }
    }

    /// One to nine bytes, the high bit of each saying that another follows; the ninth counts with all of its bits.
    mutating func variableInteger() -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard let byte = rest.popFirst() else { return nil }
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return Int64(bitPattern: value)
    }
}

extension [UInt8] {
    /// One to four bytes as a big-endian number; `nil` beyond the end.
    package func bigEndian(at position: Int, size: Int = 4) -> UInt32? {
        guard position >= 0, position <= count - size else { return nil }
        return self[position..<position + size].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// A part of a font file, whose numbers are big-endian. Reading past its end gives nil.
struct FontBytes {
    private let bytes: [UInt8]
    private let range: Range<Int>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        range = bytes.indices
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    var count: Int { range.count }

    /// The part of at most `length` bytes from `offset` on; nil if it begins past the end.
    func part(from offset: Int, length: Int = .max) -> FontBytes? {
        guard offset >= 0, length >= 0, offset <= range.count else { return nil }
        let start = range.lowerBound + offset
        return FontBytes(bytes, start..<(start + min(length, range.upperBound - start)))
    }

    /// The number of one to four bytes at an offset.
    func number(_ offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset <= range.count - size else { return nil }
        var value = 0
        for index in 0..<size { value = value << 8 | Int(bytes[range.lowerBound + offset + index]) }
        return value
    }

    func byte(_ offset: Int) -> Int? { number(offset, size: 1) }

    func short(_ offset: Int) -> Int? { number(offset, size: 2) }

    func long(_ offset: Int) -> Int? { number(offset, size: 4) }

    /// The ASCII text of `length` bytes at an offset; nil if a byte isn't ASCII.
    func text(_ offset: Int, length: Int) -> String? {
        guard offset >= 0, length >= 0, offset <= range.count - length else { return nil }
        let start = range.lowerBound + offset
        let own = bytes[start..<(start + length)]
        return own.allSatisfy(UTF8.isASCII) ? String(decoding: own, as: UTF8.self) : nil
    }
}

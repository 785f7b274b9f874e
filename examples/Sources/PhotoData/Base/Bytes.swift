extension [UInt8] {
    /// An unsigned number of one to eight bytes; nil if it is not wholly inside, or too large.
    func number(at offset: Int, bytes length: Int, isLittleEndian: Bool = false) -> Int? {
        guard offset >= 0, offset <= count - length else { return nil }
        var number: UInt64 = 0
        for index in 0..<length {
            number = number << 8 | UInt64(self[offset + (isLittleEndian ? length - 1 - index : index)])
        }
        return Int(exactly: number)
    }

    /// Whether ASCII text is at an offset.
    func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { self[offset + $0] == text.utf8Start[$0] }
    }

    /// Appends a number of two or four bytes.
    mutating func append(_ number: Int, bytes length: Int, isLittleEndian: Bool = false) {
        for index in 0..<length {
            append(UInt8(truncatingIfNeeded: number >> (8 * (isLittleEndian ? index : length - 1 - index))))
        }
    }
}

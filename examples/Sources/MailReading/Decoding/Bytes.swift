extension UInt8 {
    /// Space or tab: what RFC 5322 calls WSP.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// The byte that two hexadecimal digits write, in capitals or small letters.
    public init?(hexadecimal digits: some Collection<UInt8>) {
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else {
            return nil
        }
        self.init(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension ArraySlice<UInt8> {
    var trimmingBlanks: ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !$0.isBlank }) else { return [] }
        return self[...last].drop(while: \.isBlank)
    }

    /// Takes the first line off, and gives it without its end, which is LF or CRLF; the last line may lack it.
    mutating func takeLine() -> ArraySlice<UInt8> {
        guard let line = take(until: UInt8(ascii: "\n")) else {
            defer { self = self[endIndex...] }
            return self
        }
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    /// Takes off what comes before a byte, and that byte too; nil, and nothing taken, where it doesn't occur.
    mutating func take(until end: UInt8) -> ArraySlice<UInt8>? {
        guard let index = firstIndex(of: end) else { return nil }
        defer { self = self[(index + 1)...] }
        return self[..<index]
    }
}

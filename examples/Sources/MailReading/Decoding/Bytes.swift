extension UInt8 {
    /// Whether this is a space or a tab: RFC 5322's WSP.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Parses two hexadecimal digits, in uppercase or lowercase.
    public init?(hexadecimal digits: some Collection<UInt8>) {
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else {
            return nil
        }
        self.init(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension ArraySlice<UInt8> {
    var trimmingBlanks: ArraySlice<UInt8> { withoutBlanksAtEnd.drop(while: \.isBlank) }

    var withoutBlanksAtEnd: ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !$0.isBlank }) else { return [] }
        return self[...last]
    }

    /// Takes off the first line, and returns it without its end: LF, CRLF, or nothing after the last line.
    mutating func takeLine() -> ArraySlice<UInt8> {
        guard let line = take(until: UInt8(ascii: "\n")) else {
            defer { self = self[endIndex...] }
            return self
        }
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    /// Takes off everything up to and including a byte, and returns it without that byte. If the byte doesn't occur, takes
    /// nothing and returns nil.
    mutating func take(until end: UInt8) -> ArraySlice<UInt8>? {
        guard let index = firstIndex(of: end) else { return nil }
        defer { self = self[(index + 1)...] }
        return self[..<index]
    }
}

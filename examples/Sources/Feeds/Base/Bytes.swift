extension UInt8 {
    /// Whether this is a space, tab, line feed, form feed or carriage return: what HTML and XML count as white space.
    @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }

    var isDigit: Bool { 0x30...0x39 ~= self }

    var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }

    /// The letter in lowercase; any other byte as it is.
    var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }

    /// Whether this byte can be part of a name in XML or HTML, as far as one byte shows.
    var isNameByte: Bool {
        isLetter || isDigit || self >= 0x80 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }
}

extension Collection<UInt8> {
    /// Whether these bytes begin with ASCII text, in uppercase or lowercase.
    func starts(withName name: StaticString) -> Bool {
        count >= name.utf8CodeUnitCount
            && name.withUTF8Buffer { zip(self, $0).allSatisfy { $0.lowercased == $1.lowercased } }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes without the blanks at both ends.
    var trimmed: UnsafeBufferPointer<UInt8> {
        var (start, end) = (0, count)
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }

    /// The bytes as text, which they are unless they come from a damaged document.
    var string: String { String(decoding: self, as: UTF8.self) }

    /// Where a byte occurs at or after a position; nil if it doesn't.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Where ASCII text occurs at or after a position; nil if it doesn't.
    func firstRange(of text: StaticString, from start: Int) -> Range<Int>? {
        let (length, first) = (text.utf8CodeUnitCount, text.utf8Start.pointee)
        var index = start
        while let found = firstIndex(of: first, from: index), found + length <= count {
            if (1..<length).allSatisfy({ self[found + $0] == text.utf8Start[$0] }) { return found..<(found + length) }
            index = found + 1
        }
        return nil
    }

    /// Whether ASCII text is at a position, in uppercase or lowercase.
    func has(_ text: StaticString, at start: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start + length <= count else { return false }
        return (0..<length).allSatisfy { self[start + $0].lowercased == text.utf8Start[$0].lowercased }
    }
}

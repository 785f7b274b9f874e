/// Splits bytes into tokens (ISO 32000-1, 7.2 and 7.3). It accepts any bytes: anything that isn't a PDF token is an unknown
/// keyword.
///
/// Most strings and names mean exactly the bytes they are written with, so their tokens are ranges of the bytes. Ranges past
/// the end of the bytes belong to text that had to be decoded.
struct Lexer {
    let bytes: [UInt8]
    var position: Int

    /// The text of strings and names that had to be decoded, one after the other.
    var decoded: [UInt8] = []

    /// Whether the bytes ended before the last token was certain to end, so that more bytes could change it.
    private(set) var reachedEnd = false

    /// Whether the bytes ended within a string.
    private(set) var endsInString = false

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func next() -> Token {
        skipSpace()
        guard position < bytes.count else { return end() }
        let byte = bytes[position]
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E:
            return number()
        case 0x2F:
            position += 1
            return .name(name())
        case 0x28:
            position += 1
            return literalString()
        case 0x3C:
            guard position + 1 < bytes.count else { return end() }
            if bytes[position + 1] == 0x3C {
                position += 2
                return .dictionaryStart
            }
            position += 1
            return hexString()
        case 0x3E:
            guard position + 1 < bytes.count else { return end() }
            let closes = bytes[position + 1] == 0x3E
            position += closes ? 2 : 1
            return closes ? .dictionaryEnd : .keyword(.unknown)
        case 0x5B:
            position += 1
            return .arrayStart
        case 0x5D:
            position += 1
            return .arrayEnd
        case 0x29, 0x7B, 0x7D:
            position += 1
            return .keyword(.unknown)
        default:
            return .keyword(keyword())
        }
    }

    /// The bytes of a string or a name.
    func text(_ range: Range<Int>) -> ArraySlice<UInt8> {
        range.lowerBound < bytes.count
            ? bytes[range] : decoded[(range.lowerBound - bytes.count)..<(range.upperBound - bytes.count)]
    }

    /// Discards decoded text. Earlier tokens lose their text.
    mutating func forgetText() {
        if !decoded.isEmpty { decoded.removeAll(keepingCapacity: true) }
    }

    /// The range of the text that was decoded since `start`, for ``text(_:)``.
    func decodedRange(from start: Int) -> Range<Int> { (bytes.count + start)..<(bytes.count + decoded.count) }

    mutating func end() -> Token {
        reachedEnd = true
        position = bytes.count
        return .end
    }

    mutating func endInString() -> Token {
        endsInString = true
        return end()
    }

    // Loops over bytes count in a local variable, which the compiler keeps in a register.

    @inline(__always)
    private mutating func skipSpace() {
        var index = position
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isPDFSpace {
                index += 1
            } else if byte == 0x25 {
                while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
            } else {
                break
            }
        }
        position = index
    }

    @inline(__always)
    private mutating func skipRegular() {
        var index = position
        while index < bytes.count, bytes[index].isPDFRegular { index += 1 }
        position = index
        if index == bytes.count { reachedEnd = true }
    }

    private mutating func keyword() -> Keyword {
        let start = position
        skipRegular()
        return Keyword(bytes[start..<position])
    }

    /// An integer or a real. A number with too many digits becomes the largest possible one (ISO 32000-1, annex C).
    @inline(__always)
    private mutating func number() -> Token {
        let start = position
        var index = position
        var isNegative = false
        if bytes[index] == 0x2D || bytes[index] == 0x2B {
            isNegative = bytes[index] == 0x2D
            index += 1
            // Some writers put two signs before a number. The second means nothing.
            if index < bytes.count, bytes[index] == 0x2D { index += 1 }
        }
        var whole = 0
        var digits = 0
        while index < bytes.count, bytes[index].isASCIIDigit {
            if digits < 18 { whole = whole &* 10 &+ Int(bytes[index] & 15) } else { whole = Int.max / 4 }
            digits += 1
            index += 1
        }
        var fraction = 0.0
        if digits > 0, index < bytes.count, bytes[index].isPDFSpace {
            position = index
            return .integer(isNegative ? -whole : whole)
        }
        let isReal = index < bytes.count && bytes[index] == 0x2E
        if isReal {
            index += 1
            var scale = 0.1
            while index < bytes.count, bytes[index].isASCIIDigit {
                fraction += Double(bytes[index] & 15) * scale
                scale *= 0.1
                digits += 1
                index += 1
            }
        }
        position = index
        if index == bytes.count {
            reachedEnd = true
        } else if bytes[index].isPDFRegular {
            skipRegular()
            // Every reader ends a number at a second point or sign. Anything else makes it a keyword.
            if digits == 0 || !bytes[start..<position].allSatisfy({ $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E }) {
                return .keyword(Keyword(bytes[start..<position]))
            }
        }
        if isReal {
            let value = Double(whole) + fraction
            return .real(isNegative ? -value : value)
        }
        return .integer(isNegative ? -whole : whole)
    }

    private mutating func name() -> Range<Int> {
        let start = position
        skipRegular()
        let raw = bytes[start..<position]
        guard raw.contains(0x23) else { return start..<position }
        let first = decoded.count
        var index = raw.startIndex
        while index < raw.endIndex {
            if raw[index] == 0x23, index + 2 < raw.endIndex, let high = raw[index + 1].hexValue,
                let low = raw[index + 2].hexValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(raw[index])
                index += 1
            }
        }
        return decodedRange(from: first)
    }
}

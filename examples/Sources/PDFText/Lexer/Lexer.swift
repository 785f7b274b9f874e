/// Cuts bytes into tokens (ISO 32000-1, 7.2 and 7.3). It takes whatever comes: what is no token of PDF is an unknown word.
struct Lexer {
    let bytes: [UInt8]
    var position: Int

    /// Whether the bytes ended before it was certain where the last token does, so that more bytes could change it.
    private(set) var reachedEnd = false

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
            let start = position
            skipRegular()
            return .keyword(Keyword(bytes[start..<position]))
        }
    }

    mutating func end() -> Token {
        reachedEnd = true
        position = bytes.count
        return .end
    }

    mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x25 {
                while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
            } else if byte.isPDFSpace {
                position += 1
            } else {
                return
            }
        }
    }

    mutating func skipRegular() {
        while position < bytes.count, bytes[position].isPDFRegular { position += 1 }
        if position == bytes.count { reachedEnd = true }
    }

    /// An integer or a real; digits beyond what a number can hold make it the largest there is (ISO 32000-1, annex C).
    private mutating func number() -> Token {
        let start = position
        var isNegative = false
        if bytes[position] == 0x2D || bytes[position] == 0x2B {
            isNegative = bytes[position] == 0x2D
            position += 1
            // Some writers put two signs before a number; the second says nothing more.
            if position < bytes.count, bytes[position] == 0x2D { position += 1 }
        }
        var whole = 0
        var digits = 0
        while position < bytes.count, bytes[position].isASCIIDigit {
            if digits < 18 { whole = whole &* 10 &+ Int(bytes[position] & 15) } else { whole = Int.max / 4 }
            digits += 1
            position += 1
        }
        var fraction = 0.0
        let isReal = position < bytes.count && bytes[position] == 0x2E
        if isReal {
            position += 1
            var scale = 0.1
            while position < bytes.count, bytes[position].isASCIIDigit {
                fraction += Double(bytes[position] & 15) * scale
                scale *= 0.1
                digits += 1
                position += 1
            }
        }
        if position == bytes.count {
            reachedEnd = true
        } else if bytes[position].isPDFRegular {
            skipRegular()
            // A second point or sign within a number ends it for every reader; anything else makes it a word.
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

    private mutating func name() -> String {
        let start = position
        skipRegular()
        let raw = bytes[start..<position]
        guard raw.contains(0x23) else { return String(decoding: raw, as: UTF8.self) }
        var decoded: [UInt8] = []
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
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension Lexer {
    /// A string in parentheses, with balanced parentheses, escapes and line ends in it (ISO 32000-1, 7.3.4.2).
    mutating func literalString() -> Token {
        let start = position
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x29:
                position = index + 1
                return .string(start..<index)
            case 0x28, 0x5C, 13:
                position = index
                return decodedString(from: start)
            default: index += 1
            }
        }
        return endInString()
    }

    /// A string in parentheses that has escapes, line ends or other parentheses in it.
    private mutating func decodedString(from start: Int) -> Token {
        let first = decoded.count
        decoded += bytes[start..<position]
        var depth = 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x28:
                depth += 1
                decoded.append(byte)
            case 0x29:
                depth -= 1
                if depth == 0 { return .string(decodedRange(from: first)) }
                decoded.append(byte)
            case 0x5C:
                escape()
            case 13:
                if position < bytes.count, bytes[position] == 10 { position += 1 }
                decoded.append(10)
            default:
                decoded.append(byte)
            }
        }
        return endInString()
    }

    /// Decodes the escape after a backslash.
    private mutating func escape() {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): decoded.append(10)
        case UInt8(ascii: "r"): decoded.append(13)
        case UInt8(ascii: "t"): decoded.append(9)
        case UInt8(ascii: "b"): decoded.append(8)
        case UInt8(ascii: "f"): decoded.append(12)
        case 13: if position < bytes.count, bytes[position] == 10 { position += 1 }
        case 10: break
        case 0x30...0x37:
            var value = byte & 7
            for _ in 0..<2 {
                guard position < bytes.count, bytes[position] & 0xF8 == 0x30 else { break }
                value = value << 3 | bytes[position] & 7
                position += 1
            }
            decoded.append(value)
        default: decoded.append(byte)
        }
    }

    /// A string of hexadecimal digits. A missing last digit counts as 0 (ISO 32000-1, 7.3.4.3).
    mutating func hexString() -> Token {
        let first = decoded.count
        var high: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 0x3E {
                if let high { decoded.append(high << 4) }
                return .string(decodedRange(from: first))
            }
            guard let digit = byte.hexValue else { continue }
            if let known = high {
                decoded.append(known << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return endInString()
    }
}

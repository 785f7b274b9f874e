extension Lexer {
    /// A string in parentheses, which may hold others that are balanced, escapes and line ends (ISO 32000-1, 7.3.4.2).
    mutating func literalString() -> Token {
        var result: [UInt8] = []
        var depth = 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x28:
                depth += 1
                result.append(byte)
            case 0x29:
                depth -= 1
                if depth == 0 { return .string(result) }
                result.append(byte)
            case 0x5C:
                escape(into: &result)
            case 13:
                if position < bytes.count, bytes[position] == 10 { position += 1 }
                result.append(10)
            default:
                result.append(byte)
            }
        }
        return end()
    }

    /// What follows a backslash.
    private mutating func escape(into result: inout [UInt8]) {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): result.append(10)
        case UInt8(ascii: "r"): result.append(13)
        case UInt8(ascii: "t"): result.append(9)
        case UInt8(ascii: "b"): result.append(8)
        case UInt8(ascii: "f"): result.append(12)
        case 13: if position < bytes.count, bytes[position] == 10 { position += 1 }
        case 10: break
        case 0x30...0x37:
            var value = byte & 7
            for _ in 0..<2 {
                guard position < bytes.count, bytes[position] & 0xF8 == 0x30 else { break }
                value = value << 3 | bytes[position] & 7
                position += 1
            }
            result.append(value)
        default: result.append(byte)
        }
    }

    /// A string of hexadecimal digits; a digit that is missing at its end is 0 (ISO 32000-1, 7.3.4.3).
    mutating func hexString() -> Token {
        var result: [UInt8] = []
        var high: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 0x3E {
                if let high { result.append(high << 4) }
                return .string(result)
            }
            guard let digit = byte.hexValue else { continue }
            if let known = high {
                result.append(known << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return end()
    }
}

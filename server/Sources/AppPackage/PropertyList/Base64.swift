/// Base 64 of RFC 4648, section 4, with white space anywhere.
enum Base64 {
    /// `nil` if the text has other characters or a wrong end.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text {
            if byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let digit = value(of: byte) else { return nil }
            group = group << 6 | digit
            digits += 1
            if digits == 4 {
                result += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
                (group, digits) = (0, 0)
            }
        }
        switch (digits, padding) {
        case (0, 0): break
        case (2, 2): result.append(UInt8(group >> 4 & 0xFF))
        case (3, 1): result += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)]
        default: return nil
        }
        return result
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

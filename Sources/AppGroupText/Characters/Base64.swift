/// Base64 (RFC 4648, section 4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes, with padding and without line ends.
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { buffer in
            var end = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                let group = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < count ? UInt32(bytes[start + $1]) : 0) }
                for place in 0..<4 {
                    buffer[end] =
                        place <= count ? alphabet[Int(group >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")
                    end += 1
                }
            }
            return end
        }
    }

    /// Decodes Base64 up to its padding, which may be missing.
    ///
    /// - Returns: `nil` if the text has other characters, or one digit too many.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }
        guard digits.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return result
    }

    /// Decodes Base64 up to its padding. Other characters in it, such as line ends, don't count, and neither does a last digit that
    /// makes no byte alone.
    public static func decodeLenient(_ text: some Sequence<UInt8>) -> [UInt8] {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }.filter(isDigit)
        return decode(digits.count % 4 == 1 ? digits.dropLast() : digits[...]) ?? []
    }

    /// Whether a byte is one of the 64 digits.
    public static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

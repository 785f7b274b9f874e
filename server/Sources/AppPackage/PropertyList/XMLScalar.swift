import AppGroup

/// What is written as text in the elements of an XML property list.
enum XMLScalar {
    /// Decimal with or without a sign, or hexadecimal after `0x`.
    static func integer(_ text: String) -> Int64? {
        let text = trimmed(text)
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return Int64(text) }
        let digits = text.dropFirst(2)
        return digits.first?.isHexDigit == true ? Int64(digits, radix: 16) : nil
    }

    /// Decimal with or without a fraction and an exponent, `nan`, or infinite: `inf`, `infinity`.
    static func real(_ text: String) -> Double? {
        let text = trimmed(text)
        let word = text.drop { $0 == "+" || $0 == "-" }.lowercased()
        let isDecimal = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
        return isDecimal || ["nan", "inf", "infinity"].contains(word) ? Double(text) : nil
    }

    /// ISO 8601 in UTC with whole seconds, as seconds since 2001-01-01T00:00:00Z.
    static func date(_ text: String) -> Double? {
        let shape = text.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
        guard shape.elementsEqual("0000-00-00T00:00:00Z".utf8), !text.hasSuffix("60Z"),
            let moment = Timestamp(rfc3339: text)
        else { return nil }
        return Double(moment.milliseconds / 1000 - 978_307_200)
    }

    private static func trimmed(_ text: String) -> Substring {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return text[first...last]
    }
}

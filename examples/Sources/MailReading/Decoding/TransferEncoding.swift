/// How the bytes of a body are encoded as text (RFC 2045, 6).
enum TransferEncoding {
    case identity, quotedPrintable, base64

    /// Finds an encoding by its name. An unknown name means no encoding.
    init(_ name: String) {
        switch name.lowercased() {
        case "quoted-printable": self = .quotedPrintable
        case "base64": self = .base64
        default: self = .identity
        }
    }

    func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .identity: Array(text)
        case .quotedPrintable: Self.decodeQuotedPrintable(text)
        case .base64: Self.decodeBase64(text.filter { Self.base64Value($0) != nil || $0 == UInt8(ascii: "=") }) ?? []
        }
    }

    /// Decodes quoted-printable (RFC 2045, 6.7). An equals sign stays if it begins neither a byte nor a soft line break.
    static func decodeQuotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                result.append(byte)
                continue
            }
            let lineEnd = rest.drop(while: \.isBlank)
            if let encoded = UInt8(hexadecimal: rest.prefix(2)) {
                result.append(encoded)
                rest = rest.dropFirst(2)
            } else if lineEnd.isEmpty || lineEnd.starts(with: "\n".utf8) {
                rest = lineEnd.dropFirst()
            } else if lineEnd.starts(with: "\r\n".utf8) {
                rest = lineEnd.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Decodes Base64 (RFC 4648, 4), with or without its padding; nil if it isn't Base64.
    static func decodeBase64(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }
        guard digits.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = base64Value(digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return result
    }

    private static func base64Value(_ digit: UInt8) -> UInt8? {
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

import AppGroupText

/// How the bytes of a body are encoded as text (RFC 2045, 6).
enum TransferEncoding: Sendable {
    case identity, quotedPrintable, base64

    /// Finds the encoding that a field names. An unknown name means no encoding. A comment or a parameter may follow it.
    init(_ field: String) {
        switch field.prefix(while: { !" \t;(".contains($0) }).lowercased() {
        case "quoted-printable": self = .quotedPrintable
        case "base64": self = .base64
        default: self = .identity
        }
    }

    func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .identity: Array(text)
        case .quotedPrintable: Self.decodeQuotedPrintable(text)
        case .base64: Base64.decodeLenient(text)
        }
    }

    /// Decodes quoted-printable (RFC 2045, 6.7). An equals sign stays if it begins neither a byte nor a soft line break.
    static func decodeQuotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var rest = text
        return decodeQuotedPrintable(&rest, isLast: true)
    }

    /// Decodes a piece of quoted-printable.
    ///
    /// - Parameters:
    ///   - rest: The piece; becomes an equals sign at its end whose meaning the next piece decides.
    ///   - isLast: Whether no piece follows.
    static func decodeQuotedPrintable(_ rest: inout ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        while let byte = rest.first {
            let after = rest.dropFirst()
            guard byte == UInt8(ascii: "=") else {
                result.append(byte)
                rest = after
                continue
            }
            let lineEnd = after.drop(while: \.isBlank)
            if !isLast, after.count < 2 || lineEnd.isEmpty || lineEnd.elementsEqual("\r".utf8) { break }
            if let encoded = UInt8(hexadecimal: after.prefix(2)) {
                result.append(encoded)
                rest = after.dropFirst(2)
            } else if lineEnd.isEmpty || lineEnd.starts(with: "\n".utf8) {
                rest = lineEnd.dropFirst()
            } else if lineEnd.starts(with: "\r\n".utf8) {
                rest = lineEnd.dropFirst(2)
            } else {
                result.append(byte)
                rest = after
            }
        }
        return result
    }
}

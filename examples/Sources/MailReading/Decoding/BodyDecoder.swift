import AppGroupText

/// Decodes a body that comes in pieces.
struct BodyDecoder {
    private let encoding: TransferEncoding
    /// Of quoted-printable, what an equals sign begins; of Base64, the digits that make no byte yet.
    private var kept: [UInt8] = []
    private var hasEnded = false

    /// The most bytes of quoted-printable that are kept: blanks after an equals sign could go on forever.
    private static let mostKept = 1 << 16

    init(_ encoding: TransferEncoding) { self.encoding = encoding }

    /// Takes a piece, and returns what can be decoded of it.
    mutating func decode(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        switch encoding {
        case .identity: return Array(piece)
        case .quotedPrintable:
            kept += piece
            var rest = kept[...]
            var decoded = TransferEncoding.decodeQuotedPrintable(&rest, isLast: false)
            if rest.count > Self.mostKept { decoded += TransferEncoding.decodeQuotedPrintable(&rest, isLast: true) }
            kept = Array(rest)
            return decoded
        case .base64: return decodeBase64(piece)
        }
    }

    /// The bytes that are left after the last piece.
    mutating func finish() -> [UInt8] {
        defer { kept = [] }
        return switch encoding {
        case .identity: []
        case .quotedPrintable: TransferEncoding.decodeQuotedPrintable(kept[...])
        case .base64: Base64.decodeLenient(kept)
        }
    }

    private mutating func decodeBase64(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        guard !hasEnded else { return [] }
        for byte in piece {
            if Base64.isDigit(byte) {
                kept.append(byte)
            } else if byte == UInt8(ascii: "="), kept.count % 4 >= 2 {
                hasEnded = true
                break
            }
        }
        guard !hasEnded else { return finish() }
        let whole = kept.count / 4 * 4
        defer { kept.removeFirst(whole) }
        return Base64.decode(kept[..<whole]) ?? []
    }
}

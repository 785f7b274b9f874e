import AppGroupPlatform
import ToolSupport

/// The value of a field with parameters, such as `attachment; filename="a.pdf"` (RFC 2045, 5.1).
///
/// Parameters may come in pieces, and with a character set and percent-encoded bytes (RFC 2231, 3 and 4).
struct ParameterizedValue {
    /// The text before the parameters, in lowercase.
    let value: String

    /// Plain parameters by their lowercase names; the first of several counts.
    private var plain: [String: [UInt8]] = [:]
    private var pieces: [String: [Piece]] = [:]

    /// A part of a parameter.
    private struct Piece {
        let number: Int
        let isEncoded: Bool
        let bytes: [UInt8]
    }

    /// More pieces than any sender makes of a name.
    private static let pieceLimit = 1000

    init(parsing field: ArraySlice<UInt8>) {
        var rest = field
        // A comment may follow: `text/plain (a comment)`.
        let first = Self.takeItem(&rest).prefix { $0 != UInt8(ascii: "(") }
        value = String(decoding: first.trimmingBlanks, as: UTF8.self).lowercased()
        while !rest.isEmpty {
            var item = Self.takeItem(&rest)
            guard let name = item.take(until: UInt8(ascii: "=")) else { continue }
            add(String(decoding: name.trimmingBlanks, as: UTF8.self).lowercased(), Self.unquoted(item.trimmingBlanks))
        }
    }

    /// Takes everything before the next semicolon that isn't quoted.
    private static func takeItem(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (isQuoted, isEscaped) = (false, false)
        for index in rest.indices {
            let byte = rest[index]
            if byte == UInt8(ascii: ";"), !isQuoted {
                defer { rest = rest[(index + 1)...] }
                return rest[..<index]
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
        }
        defer { rest = [] }
        return rest
    }

    /// A quoted string without its quotes and escapes (RFC 5322, 3.2.4), even if its end is missing; other bytes as they are.
    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.first == UInt8(ascii: "\"") else { return Array(bytes) }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst() {
            if isEscaped {
                result.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private mutating func add(_ name: String, _ bytes: [UInt8]) {
        let parts = name.split(separator: "*", omittingEmptySubsequences: false)
        let isEncoded = parts.count > 1 && parts.last?.isEmpty == true
        let numbered = isEncoded ? parts.dropLast() : parts[...]
        switch numbered.count {
        case 1 where !isEncoded: plain[name] = plain[name] ?? bytes
        case 1: pieces[String(parts[0]), default: []].append(Piece(number: 0, isEncoded: true, bytes: bytes))
        case 2:
            guard let number = Int(numbered[1]), 0..<Self.pieceLimit ~= number else { return }
            let piece = Piece(number: number, isEncoded: isEncoded, bytes: bytes)
            pieces[String(parts[0]), default: []].append(piece)
        default: break
        }
    }

    /// The bytes of a parameter, without a character set; nil if there is none.
    func bytes(_ name: String) -> [UInt8]? { plain[name] ?? joined(name)?.bytes }

    /// The text of a parameter. A form with a character set comes before one without, and encoded words in it are decoded, as
    /// many senders write them against RFC 2047, 5.
    /// - Parameter charset: The likely encoding of bytes beyond ASCII.
    func text(_ name: String, likely charset: Charset? = nil) -> String? {
        if let (bytes, charset) = joined(name) {
            return charset?.decode(bytes) ?? RawText.decode(bytes, likely: nil)
        }
        return plain[name].map { RawText.decode($0, likely: charset).decodingEncodedWords }
    }

    /// The pieces of a parameter put together, up to the first that is missing.
    private func joined(_ name: String) -> (bytes: [UInt8], charset: Charset?)? {
        guard let pieces = pieces[name]?.sorted(by: { $0.number < $1.number }), pieces[0].number == 0 else {
            return nil
        }
        var bytes: [UInt8] = []
        var charset: Charset?
        var next = 0
        for piece in pieces {
            // Of several pieces with one number, the first counts.
            guard piece.number == next else {
                if piece.number < next { continue }
                break
            }
            var rest = piece.bytes[...]
            if next == 0, piece.isEncoded, let label = rest.take(until: UInt8(ascii: "'")) {
                charset = Charset(String(decoding: label, as: UTF8.self))
                // The language.
                _ = rest.take(until: UInt8(ascii: "'"))
            }
            bytes += piece.isEncoded ? PercentEncoding.decoded(rest) : Array(rest)
            next += 1
        }
        return (bytes, charset)
    }
}

import ExamplesTestSupport
import Foundation
import TestSupport

/// Writes messages that are as nasty as the standards allow. Some lack the line that closes their parts.
struct MessageWriter {
    var random: RandomSource

    private static let charsets: [(name: String, encoding: String.Encoding, text: String)] = [
        ("utf-8", .utf8, "Grüße, 世界 🛠 и привет"), ("UTF-8", .utf8, "naïve “quotes” ‑ ﬁ"),
        ("iso-8859-1", .isoLatin1, "Bäckerei Grün & Söhne?"), ("windows-1251", .windowsCP1251, "Репетиция в четверг"),
        ("shift_jis", .shiftJIS, "会議のお知らせ"), ("EUC-JP", .japaneseEUC, "東京の天気"),
        ("iso-2022-jp", .iso2022JP, "お茶です"), ("us-ascii*en", .ascii, "Plain = text_with ? marks"),
    ]

    mutating func message() -> Data {
        var fields: [String] = []
        if !random.isOnce(in: 8) { fields.append("\(random.pick(["From", "FROM", "from"])):\(blank())\(sender())") }
        if !random.isOnce(in: 8) { fields.append("\(random.pick(["Subject", "sUBJECT"])):\(blank())\(unstructured())") }
        if random.isOnce(in: 4) { fields.append("Subject: \(unstructured())") }
        if !random.isOnce(in: 8) { fields.append("Date: Fri, 21 Nov 2025 10:00:00 +0300 (MSK)") }
        if !random.isOnce(in: 8) { fields.append("Message-ID:\(blank())<\(random.next())@example.org>") }
        if random.isOnce(in: 4) { fields.append("X-Long: \(String(repeating: "word ", count: 4000))") }
        fields.shuffle(using: &random)
        let text = fields.map { $0 + "\n" }.joined() + entity(depth: 3)
        let ended = random.isOnce(in: 2) ? text : text.replacingOccurrences(of: "\n", with: "\r\n")
        return Data(ended.utf8)
    }

    /// The fields that describe a body, a blank line, and the body.
    private mutating func entity(depth: Int) -> String {
        let (name, encoding, text) = random.pick(Self.charsets)
        let lines = (0..<Int.random(in: 0...4, using: &random)).map { "\($0): \(text)\n" }.joined()
        let bytes = lines.data(using: encoding) ?? Data()
        let charset = name.split(separator: "*")[0]
        let type = random.pick([
            "text/plain; charset=\(charset)", "Text/Plain;\n\tformat=flowed; charset=\"\(charset)\"",
        ])
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0:
            let base64 = bytes.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
            return "Content-Type: \(type)\nContent-Transfer-Encoding: Base64\n\n\(base64)\n"
        case 1:
            return "Content-Type: \(type)\nContent-Transfer-Encoding: quoted-printable\n\n\(quotedPrintable(bytes))\n"
        case 2:
            return "\nno type at all, \(random.next())\n"
        case 3:
            return "Content-Type: text/html\n\n<p>\(random.next())</p>\n"
        default:
            return multipart(depth: depth)
        }
    }

    private mutating func multipart(depth: Int) -> String {
        let boundary = "=_\(random.next()) x"
        var text = "Content-Type: multipart/mixed; boundary=\"\(boundary)\"\n\npreamble\n--\(boundary)y\n"
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let disposition = random.isOnce(in: 3) ? "Content-Disposition: attachment; filename=a\n" : ""
            text += "--\(boundary)\(random.pick(["", "  ", "\t"]))\n\(disposition)\(entity(depth: depth - 1))"
        }
        return text + (random.isOnce(in: 5) ? "" : "\n--\(boundary)--\nepilogue\n")
    }

    private mutating func sender() -> String {
        let address = "user\(Int.random(in: 0...99, using: &random))@example.org"
        return switch Int.random(in: 0..<9, using: &random) {
        case 0: address
        case 1: "<\(address)>"
        case 2: "Ada   Lovelace <\(address)>"
        case 3: "\"Lovelace, \\\"Ada\\\" (Countess)\"\(fold())<\(address)>"
        case 4: "\(address) (Ada \\(the first\\)\(fold())Lovelace)"
        case 5: "Analysts: Ada <\(address)>, bob@example.org;"
        case 6: "\(encodedWords())\(fold())<\(address)>, Bob <bob@example.org>"
        case 7: "\"\(encodedWords())\" <\(address)>"
        default: "Ада Лавлейс <\(address)>"
        }
    }

    private mutating func unstructured() -> String {
        let words: [String] = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            random.isOnce(in: 2)
                ? encodedWords() : random.pick(["Re:", "plain", "=?", "a=b?=", "прямо", "50%", "\"q\""])
        }
        return words.joined(separator: fold())
    }

    /// A text in one or more encoded words, which may split characters.
    private mutating func encodedWords() -> String {
        let (name, encoding, text) = random.pick(Self.charsets)
        var rest = Array(text.data(using: encoding) ?? Data())[...]
        var words: [String] = []
        while !rest.isEmpty {
            // A word in ISO-2022-JP must begin and end in ASCII, so it can't be split.
            let length = encoding == .iso2022JP ? rest.count : Int.random(in: 3...11, using: &random)
            words.append(encodedWord(rest.prefix(length), charset: name))
            rest = rest.dropFirst(length)
        }
        return words.joined(separator: fold())
    }

    private mutating func encodedWord(_ bytes: ArraySlice<UInt8>, charset: String) -> String {
        random.isOnce(in: 2)
            ? "=?\(charset)?\(random.pick(["B", "b"]))?\(Data(bytes).base64EncodedString())?="
            : "=?\(charset)?\(random.pick(["Q", "q"]))?\(quoted(bytes))?="
    }

    private func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { byte in
            switch Character(Unicode.Scalar(byte)) {
            case " ": "_"
            case "a"..."z", "A"..."Z", "0"..."9": String(Unicode.Scalar(byte))
            default: "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: byte % 2 == 0)
            }
        }.joined()
    }

    private func quotedPrintable(_ bytes: Data) -> String {
        bytes.enumerated().map { index, byte in
            let escaped = byte == 10 ? "\n" : quoted([byte]).replacingOccurrences(of: "_", with: " ")
            return index % 20 == 19 && byte != 10 ? escaped + "=\n" : escaped
        }.joined()
    }

    private mutating func fold() -> String { random.pick([" ", "\n ", "\n\t", "  ", " \n  "]) }

    private mutating func blank() -> String { random.pick([" ", "", "\t", "  "]) }
}

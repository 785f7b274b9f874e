import AppGroupText
import ToolSupport

/// Text in any character set, as headers encode it, such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` (RFC 2047, 2).
struct EncodedWord {
    private(set) var bytes: [UInt8]
    private let charset: Charset

    /// Takes an encoded word off the front. If there is none, or if it can't be decoded, takes nothing and returns nil.
    init?(takingFrom text: inout ArraySlice<UInt8>) {
        guard text.starts(with: "=?".utf8) else { return nil }
        var rest = text.dropFirst(2)
        guard let label = rest.take(until: UInt8(ascii: "?")),
            let encoding = rest.take(until: UInt8(ascii: "?")),
            let payload = rest.take(until: UInt8(ascii: "?")),
            rest.popFirst() == UInt8(ascii: "="),
            let bytes = Self.decode(payload, encoding: String(decoding: encoding, as: UTF8.self)),
            // RFC 2231, 5 puts the language after an asterisk: `=?us-ascii*en?Q?…?=`.
            let charset = Charset(String(decoding: label.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self))
        else { return nil }
        self.bytes = bytes
        self.charset = charset
        text = rest
    }

    private static func decode(_ payload: ArraySlice<UInt8>, encoding: String) -> [UInt8]? {
        switch encoding {
        case "B", "b":
            Base64.decode(payload)
        case "Q", "q":
            TransferEncoding.decodeQuotedPrintable(
                ArraySlice(payload.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }))
        default: nil
        }
    }

    /// The text of this word and of the words joined to it.
    var text: String { charset.decode(bytes) }

    /// Adds the next word's bytes, since a character may begin in one word and end in the next. Returns false if the next
    /// word has another character set.
    mutating func join(_ next: EncodedWord) -> Bool {
        guard next.charset == charset else { return false }
        bytes += next.bytes
        return true
    }
}

extension String {
    /// This field with its encoded words decoded and the space between two encoded words removed. Words that are malformed,
    /// or in an unknown character set, stay as they are.
    var decodingEncodedWords: String {
        var rest = Array(utf8)[...]
        var result = ""
        var run: EncodedWord?
        var gap: [UInt8] = []
        while let byte = rest.first {
            guard let word = EncodedWord(takingFrom: &rest) else {
                gap.append(byte)
                rest.removeFirst()
                continue
            }
            let isNext = run != nil && gap.allSatisfy(\.isBlank)
            if !isNext || run?.join(word) == false {
                result += run?.text ?? ""
                result += isNext ? "" : String(decoding: gap, as: UTF8.self)
                run = word
            }
            gap = []
        }
        return result + (run?.text ?? "") + String(decoding: gap, as: UTF8.self)
    }
}

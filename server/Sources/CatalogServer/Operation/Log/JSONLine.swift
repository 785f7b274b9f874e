/// One object of JSON on one line, whose texts come from anywhere: nothing in them ends the line or the text
/// (RFC 8259, section 7), and none is longer than ``longestText``.
struct JSONLine {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// Bytes.
    static let longestText = 1024

    mutating func add(_ key: String, _ text: String) {
        begin(key)
        write(text)
    }

    /// - Parameter number: As JSON writes numbers.
    mutating func add(_ key: String, number: String) {
        begin(key)
        bytes += number.utf8
    }

    /// The line, with its end.
    consuming func finished() -> [UInt8] {
        bytes += "}\n".utf8
        return bytes
    }

    private mutating func begin(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        write(key)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var length = 0
        for scalar in text.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= Self.longestText else {
                bytes += "…".utf8
                break
            }
            switch scalar {
            case "\"": bytes += #"\""#.utf8
            case "\\": bytes += #"\\"#.utf8
            // C1 and the separators of lines as well, which some readers of logs obey.
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                bytes += (#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
            default: bytes += String(scalar).utf8
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

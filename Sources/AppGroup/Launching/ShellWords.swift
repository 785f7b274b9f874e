/// Command lines as a person would type them. Nothing here is ever given to a shell by this library.
enum ShellWords {
    /// The words, quoted so that a POSIX shell reads them back unchanged.
    static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// A word as it is where nothing in it is special, else in single quotes. One with characters that could disturb a
    /// terminal is written as `$'…'` with octal escapes (POSIX.1-2024, 2.2.4 “Dollar-Single-Quotes”).
    private static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        guard word.unicodeScalars.contains(where: PlainText.disturbs) else {
            return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        }
        return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard PlainText.disturbs(scalar) else { return String(scalar) }
        return UTF8.encode(scalar)!.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "@%_+=:,./-".utf8.contains(byte)
        }
    }
}

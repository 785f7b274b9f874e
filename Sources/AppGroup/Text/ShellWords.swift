/// Command lines as a person would type them. Nothing here is ever given to a shell by this library.
package enum ShellWords {
    /// The words, quoted so that a POSIX shell reads them back unchanged.
    package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// A word as it is if nothing in it is special, else in single quotes. A word with harmful characters is written as
    /// `$'…'` with octal escapes (POSIX.1-2024, 2.2.4 “Dollar-Single-Quotes”).
    private static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        guard PlainText.firstHarmful(in: word) != nil else {
            // By scalars: an apostrophe and a combining mark after it are one character, which is not equal to an apostrophe.
            return "'" + word.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
        }
        let scalars = Array(word.unicodeScalars)
        return "$'" + scalars.indices.map { escaped(at: $0, of: scalars) }.joined() + "'"
    }

    private static func escaped(at index: Int, of word: [Unicode.Scalar]) -> String {
        let scalar = word[index]
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard PlainText.isHarmful(at: index, of: word) else { return String(scalar) }
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

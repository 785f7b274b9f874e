/// The mark of a file that `launcher integrate` wrote: a last line, a comment, with the SHA-256 of all the others. A file
/// whose mark is missing or not right was written, or changed, by somebody else.
enum Seal {
    private static let mark = "# Written by launcher integrate: "

    /// A file of these lines, and the mark after them.
    static func sealed(_ lines: [String]) -> [UInt8] {
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        return text + Array("\(mark)\(SHA256.hexadecimal(of: text))\n".utf8)
    }

    /// Whether a file was sealed, and nobody has changed it since.
    static func isIntact(_ bytes: [UInt8]) -> Bool {
        let markSize = mark.utf8.count + 64 + 1
        guard bytes.count > markSize else { return false }
        let text = Array(bytes.dropLast(markSize))
        return Array("\(mark)\(SHA256.hexadecimal(of: text))\n".utf8) == Array(bytes.suffix(markSize))
    }
}

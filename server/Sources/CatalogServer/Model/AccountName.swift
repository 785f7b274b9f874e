/// The rule that names of users and teams keep, which makes each safe in a path, a header, a log and a table.
///
/// 1 to 64 of `a`–`z`, `0`–`9`, `.`, `_`, `-`, `+` and `@`, the first a letter or a digit: mail addresses serve. One spelling
/// alone, so that nobody is taken for somebody else who is written nearly the same.
enum AccountName {
    static let maximumLength = 64

    static func check(_ text: String, _ kind: String) throws(ServiceError) {
        let bytes = text.utf8
        let isSound =
            (1...maximumLength).contains(bytes.count) && bytes.allSatisfy(isAllowed) && bytes.first.map(begins) ?? false
        guard isSound else {
            throw ServiceError(
                .invalid,
                "“\(text.prefix(maximumLength))” can't name a \(kind): 1 to \(maximumLength) of a-z, 0-9 and . _ - + @, "
                    + "the first a letter or a digit.")
        }
    }

    private static func begins(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { begins(byte) || "._-+@".utf8.contains(byte) }
}

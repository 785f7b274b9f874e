/// The SHA-256 of a file, which is its name in the catalogue and in the blob store: 64 lower-case hexadecimal digits.
struct BlobDigest: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// Takes 64 lower-case hexadecimal digits, and nothing else.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        description = String(text)
    }

    /// Takes what is known to be so.
    init(checked text: String) { description = text }
}

/// What people write about a release, plain text: what is new in it, or why it was withdrawn.
enum ReleaseNotes {
    /// Bytes.
    static let longest = 64 << 10

    static let tooLong = ServiceError(.tooLarge, "Notes have at most \(longest) bytes; say the rest elsewhere.")

    /// The text as it is kept: lines end in `\n`. Throws `tooLarge`, and `invalid` for what is no text.
    static func checked(_ text: String) throws(ServiceError) -> String {
        guard text.utf8.count <= longest else { throw tooLong }
        guard !text.utf8.contains(0) else {
            throw ServiceError(.invalid, "Notes are plain text, and these have a zero byte in them; write them anew.")
        }
        let lines = text.unicodeScalars.split(separator: "\r\n".unicodeScalars, omittingEmptySubsequences: false)
        return lines.map { line in String(String.UnicodeScalarView(line.map { $0 == "\r" ? "\n" : $0 })) }
            .joined(separator: "\n")
    }
}

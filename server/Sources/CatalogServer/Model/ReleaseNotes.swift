import Serving

/// What people write about a release, as plain text: what is new, or why it was withdrawn.
enum ReleaseNotes {
    /// In bytes.
    static let longest = 64 << 10

    static let tooLong = tooLong("Notes")

    private static func tooLong(_ name: String) -> ServiceError {
        ServiceError(.tooLarge, "\(name) can have at most \(longest) bytes; write less.")
    }

    /// The text with line ends normalized to `\n`. Throws `tooLarge`, or `invalid` if it contains a zero byte.
    ///
    /// - Parameter name: What the text is, for errors.
    static func checked(_ text: String, called name: String = "Notes") throws(ServiceError) -> String {
        guard text.utf8.count <= longest else { throw tooLong(name) }
        guard !text.utf8.contains(0) else {
            throw ServiceError(.invalid, "\(name) must be plain text without a zero byte; remove it.")
        }
        let lines = text.unicodeScalars.split(separator: "\r\n".unicodeScalars, omittingEmptySubsequences: false)
        return lines.map { line in String(String.UnicodeScalarView(line.map { $0 == "\r" ? "\n" : $0 })) }
            .joined(separator: "\n")
    }
}

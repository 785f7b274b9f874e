import AppGroupText

/// Text of several lines, made harmless for a terminal.
enum PlainPage {
    /// The text with a line break at its end.
    static func text(_ untrusted: String) -> String {
        let lines = untrusted.split(omittingEmptySubsequences: false) { $0.isNewline }
        let ended = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
        return ended.map { line in
            // A tab is harmless, and separates what a table or an outline has.
            line.split(separator: "\t", omittingEmptySubsequences: false).map { SafeText(String($0)).description }
                .joined(separator: "\t") + "\n"
        }.joined()
    }
}

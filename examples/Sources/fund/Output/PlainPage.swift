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

extension String {
    /// The text as one word of a shell's command line.
    var quotedForShell: String {
        let isPlain = utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "@": true
            default: false
            }
        }
        return isPlain && !isEmpty ? self : "'\(escaping(["'": #"'\''"#]))'"
    }
}

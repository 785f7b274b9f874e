import ArgumentParser

/// Words that are offered for completion. What a tool registered must reach the command line as it is.
enum CompletionWord {
    /// The word so written that the shell's completion takes it for itself.
    ///
    /// The script for bash hands the words to `compgen -W`, which expands them as the shell does, command substitution
    /// included; that for zsh hands them to `_describe`, for which a colon ends the word; fish takes them as they are.
    static func literal(_ word: String, for shell: CompletionShell?) -> String {
        switch shell {
        case .bash: escaping(word) { $0.isASCII && !isPlain($0) }
        case .zsh: escaping(word) { $0 == ":" || $0 == "\\" }
        default: word
        }
    }

    private static func escaping(_ word: String, where needsEscape: (Unicode.Scalar) -> Bool) -> String {
        var result = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if needsEscape(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}

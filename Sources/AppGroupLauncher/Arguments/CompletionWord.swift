import ArgumentParser

/// Words offered as shell completions. Text that a tool registered must reach the command line unchanged.
enum CompletionWord {
    /// Escapes a word so that the shell's completion takes it literally.
    ///
    /// The script for bash passes the words to `compgen -W`, which expands them like the shell, including command
    /// substitution. The script for zsh passes them to `_describe`, where a colon ends the word. fish takes them
    /// unchanged.
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

extension CompletionWord {
    /// The word that completes what was typed, and is spelled as typed: commands ignore the case of letters, but bash and zsh offer
    /// only words that begin exactly so. `nil` if the word does not begin like that.
    ///
    /// In a name, `é` may be an `e` with an accent that follows it. Such a name begins with a typed `é`, and with an `e`, up to which
    /// bash may have completed it.
    static func spelled(_ word: String, as typed: String) -> String? {
        let scalars = word.unicodeScalars
        let ends = [
            word.index(word.startIndex, offsetBy: typed.count, limitedBy: word.endIndex),
            scalars.index(scalars.startIndex, offsetBy: typed.unicodeScalars.count, limitedBy: scalars.endIndex),
        ]
        return ends.compactMap(\.self).first { String(scalars[..<$0]).lowercased() == typed.lowercased() }
            .map { typed + String(scalars[$0...]) }
    }
}

extension CompletionWord {
    /// A word as the shell would pass it to the program, without quotes and backslashes. A quote that is still open ends with
    /// the word.
    static func unquoted(_ word: String) -> String {
        var result = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                result.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                result.append(character)
            }
        }
        return result
    }
}

/// Writes values of a desktop entry (Desktop Entry Specification 1.5); ``KeyFile`` and ``ExecLine`` read them.
package enum DesktopText {
    /// A value of type `string`. Spaces at either end, which a reader would drop, are written as `\s`.
    package static func string(_ text: String) -> String { escaped(text, alsoEscaping: nil) }

    /// A value of several strings, each ended by a semicolon.
    package static func list(_ items: [String]) -> String {
        items.map { escaped($0, alsoEscaping: ";") + ";" }.joined()
    }

    /// A value of the key `Exec`: words that reach the program unchanged, and then the field code for a URL if `takesURL`.
    package static func exec(_ words: [String], takesURL: Bool = false) -> String {
        string((words.map(quoted) + (takesURL ? ["%u"] : [])).joined(separator: " "))
    }

    /// Whether a text can be a value of type `string`: of the control characters, only those with an escape are allowed.
    package static func isWritable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            ($0.value >= 0x20 && $0.value != 0x7F) || "\n\t\r".unicodeScalars.contains($0)
        }
    }

    private static func escaped(_ text: String, alsoEscaping separator: Unicode.Scalar?) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case " " where index == 0 || index == scalars.count - 1: result.append(contentsOf: "\\s".unicodeScalars)
            case separator: result.append(contentsOf: ["\\", scalar])
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// One argument of a command line ("The Exec key"). A plain word has no quotes, which some programs do not understand.
    private static func quoted(_ word: String) -> String {
        let reserved = " \t\n\"'\\><~|&;$*?#()`".unicodeScalars
        let text = word.unicodeScalars.map { $0 == "%" ? "%%" : String($0) }
        guard word.isEmpty || word.unicodeScalars.contains(where: reserved.contains) else { return text.joined() }
        return "\"" + text.map { "\"`$\\".contains($0) ? "\\" + $0 : $0 }.joined() + "\""
    }
}

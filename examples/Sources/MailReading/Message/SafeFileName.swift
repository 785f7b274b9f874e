import AppGroupText

/// Names for files that come from strangers.
public enum SafeFileName {
    /// The longest name, in bytes of UTF-8. File systems allow 255, and a number may be added.
    public static let maximumLength = 200

    /// The name without a path, control characters, characters that are invisible or change the direction of writing, and periods
    /// at its beginning. A long name is cut before its ending. Never empty.
    public static func of(_ name: String) -> String {
        var name = harmless(withoutPath(name))
        name = String(name.drop { $0 == "." || $0.isWhitespace })
        while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
        return name.isEmpty ? "attachment" : shortened(name)
    }

    /// Of something that looks like a path, the last step; in any other name, slashes become hyphens.
    private static func withoutPath(_ name: String) -> String {
        let steps = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard steps.count > 1 else { return name }
        let isPath =
            name.contains("\\") || steps.contains("..") || steps.contains(".") || steps[0].isEmpty || steps[0] == "~"
        return isPath ? String(steps.last { !$0.isEmpty } ?? "") : steps.joined(separator: "-")
    }

    private static func harmless(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                result.append(" ")
            } else if SafeText(String(scalar)).description == String(scalar) {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumLength else { return name }
        var ending = ""
        if let period = name.lastIndex(of: "."), name[period...].utf8.count <= 16 { ending = String(name[period...]) }
        var result = ""
        for character in name.dropLast(ending.count) {
            guard result.utf8.count + String(character).utf8.count + ending.utf8.count <= maximumLength else { break }
            result.append(character)
        }
        return result + ending
    }
}

import AppGroupText

/// Names for files that come from strangers.
public enum SafeFileName {
    /// The longest name, in bytes of UTF-8. File systems allow 255, and a number may be added.
    public static let maximumLength = 200

    /// The name without a path, control characters, characters that are invisible or change the direction of writing, and periods
    /// at its beginning. Joiners that a script or an emoji needs stay. A long name is cut before its ending.
    ///
    /// - Parameter otherwise: The name if nothing is left. It must be safe.
    public static func of(_ name: String, otherwise: String = "attachment") -> String {
        let name = withoutPath(harmless(name)).unicodeScalars
        let inner = name.drop(while: isEdge).reversed().drop(while: isEdge).reversed()
        return inner.isEmpty ? otherwise : shortened(String(String.UnicodeScalarView(inner)))
    }

    private static func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == " " }

    /// Of something that looks like a path, the last step; in any other name, slashes become hyphens.
    ///
    /// It looks at scalars: a slash and a mark or a joiner after it are one `Character`, which is not equal to a slash.
    private static func withoutPath(_ name: String) -> String {
        let steps = name.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
            .map { String($0) }
        guard steps.count > 1 else { return name }
        let isPath =
            name.unicodeScalars.contains("\\") || steps.contains("..") || steps.contains(".") || steps[0].isEmpty
            || steps[0] == "~"
        return isPath ? steps.last { !$0.isEmpty } ?? "" : steps.joined(separator: "-")
    }

    private static func harmless(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
        // Whether a character may stay depends on its neighbors. Anything else is replaced by a picture or by `\u{HEX}`, which is skipped.
        var shown = SafeText(String(String.UnicodeScalarView(scalars))).description.unicodeScalars[...]
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            if shown.first == scalar {
                result.append(scalar)
                shown.removeFirst()
            } else {
                shown.removeFirst(scalar.isASCII ? 1 : 4 + String(scalar.value, radix: 16).count)
            }
        }
        return String(result)
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumLength else { return name }
        let scalars = name.unicodeScalars
        var end = scalars.endIndex
        if let period = scalars.lastIndex(of: "."), name.utf8[period...].count <= 16 { end = period }
        var (result, length) = (String.UnicodeScalarView(), name.utf8[end...].count)
        for scalar in scalars[..<end] {
            length += UTF8.width(scalar)
            guard length <= maximumLength else { break }
            result.append(scalar)
        }
        return String(result) + String(scalars[end...])
    }
}

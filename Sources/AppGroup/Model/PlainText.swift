/// Rules for text that a tool registers and that others will show.
package enum PlainText {
    /// Refuses text that is empty, longer than `limit` UTF-8 bytes, or holds a character that could disturb a terminal.
    package static func check(_ text: String, _ what: String, limit: Int) throws(AppGroupError) {
        guard text.utf8.count <= limit else {
            throw AppGroupError(
                .invalidValue, "This \(what) has \(text.utf8.count) bytes; at most \(limit) are allowed.")
        }
        // Most text is printable ASCII, which needs no look at the properties of its characters.
        if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), text.utf8.contains(where: { $0 != 0x20 }) { return }
        guard text.unicodeScalars.contains(where: isVisible) else {
            throw AppGroupError(.invalidValue, "The \(what) is empty; give it at least one visible character.")
        }
        if let scalar = text.unicodeScalars.first(where: disturbs) {
            throw AppGroupError(
                .invalidValue,
                "The \(what) holds \(scalar.codePoint), a control or direction-changing character; leave it out."
            )
        }
    }

    /// Neither a space nor a character without width, such as a joiner, that shows nothing by itself (Unicode Standard
    /// Annex 44, Default_Ignorable_Code_Point).
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Controls (with newline and escape), line separators, and the characters that reorder what stands beside them
    /// (Unicode Standard Annex 9).
    package static func disturbs(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// A path quoted for an error message: whole, since its end says which file it is.
    package static func quoted(path: String) -> String { quoted(path, limit: 4096) }

    /// Text quoted for an error message: shortened, and nothing in it that could disturb a terminal.
    ///
    /// - Parameter limit: How many of its characters are shown.
    package static func quoted(_ text: some StringProtocol, limit: Int = 64) -> String {
        let shown = text.unicodeScalars.prefix(limit)
        var result = "“"
        for scalar in shown {
            if disturbs(scalar) { result += scalar.codePoint } else { result.unicodeScalars.append(scalar) }
        }
        return result + (shown.endIndex < text.unicodeScalars.endIndex ? "…”" : "”")
    }

    /// Text for the middle of a sentence: nothing in it that could disturb a terminal, and at most 512 characters of it.
    package static func harmless(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.prefix(512)
        let result = shown.map { disturbs($0) ? $0.codePoint : String($0) }.joined()
        return shown.endIndex < text.unicodeScalars.endIndex ? result + "…" : result
    }
}

extension String {
    /// Whether two texts are the same bytes. For `==`, é in one scalar and é in two are the same text; for a file system they
    /// are two names.
    package func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Unicode.Scalar {
    /// The usual notation, such as `U+001B`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

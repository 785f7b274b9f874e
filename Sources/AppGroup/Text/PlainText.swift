/// Rules for text that a tool registers and that others will show.
package enum PlainText {
    /// Refuses text that is empty, longer than `limit` UTF-8 bytes, or holds a character that could disturb a terminal
    /// or that cannot be seen.
    ///
    /// - Parameter isStored: Whether a release may have stored the text that did not refuse invisible characters.
    package static func check(
        _ text: String, _ what: String, limit: Int, isStored: Bool = false
    ) throws(AppGroupError) {
        guard text.utf8.count <= limit else {
            throw AppGroupError(
                .invalidValue, "This \(what) has \(text.utf8.count) bytes; at most \(limit) are allowed.")
        }
        if isPrintableASCII(text), text.utf8.contains(where: { $0 != 0x20 }) { return }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace && (isStored || !$0.isInvisible) })
        else {
            throw AppGroupError(.invalidValue, "The \(what) is empty; give it at least one visible character.")
        }
        guard let scalar = isStored ? text.unicodeScalars.first(where: disturbs) : firstHarmful(in: text) else {
            return
        }
        throw AppGroupError(
            .invalidValue, "The \(what) holds \(scalar.codePoint), \(kind(of: scalar)); leave it out.")
    }

    /// A text that was stored, with the number of each invisible character in its place: earlier releases accepted them.
    ///
    /// - Throws: As ``check(_:_:limit:isStored:)``.
    static func stored(_ text: String, _ what: String, limit: Int) throws(AppGroupError) -> String {
        try check(text, what, limit: limit, isStored: true)
        return visible(text, limit: limit)
    }

    /// Most text is, and needs no look at the properties of its characters.
    private static func isPrintableASCII(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20...0x7E ~= $0 } }

    /// The first character of a text that could disturb a terminal, or that is invisible without an effect.
    package static func firstHarmful(in text: String) -> Unicode.Scalar? {
        guard !isPrintableASCII(text), text.unicodeScalars.contains(where: { disturbs($0) || $0.isInvisible }) else {
            return nil
        }
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.first { isHarmful(at: $0, of: scalars) }.map { scalars[$0] }
    }

    /// Whether a character of a text could disturb a terminal, or is invisible without an effect.
    package static func isHarmful(at index: Int, of text: [Unicode.Scalar]) -> Bool {
        disturbs(text[index]) || InvisibleCharacters.isHidden(at: index, of: text)
    }

    /// What a harmful character is, for a sentence.
    static func kind(of scalar: Unicode.Scalar) -> String {
        disturbs(scalar) ? "a control or direction-changing character" : "an invisible character"
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
    package static func quoted(path: some StringProtocol) -> String { quoted(path, limit: 4096) }

    /// Text quoted for an error message: shortened, and nothing in it that is harmful.
    ///
    /// - Parameter limit: How many of its characters are shown.
    package static func quoted(_ text: some StringProtocol, limit: Int = 64) -> String {
        let shown = text.unicodeScalars.prefix(limit)
        return "“\(visible(shown))" + (shown.endIndex < text.unicodeScalars.endIndex ? "…”" : "”")
    }

    /// Text for the middle of a sentence: nothing in it that is harmful, and at most 512 characters of it.
    package static func harmless(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.prefix(512)
        return visible(shown) + (shown.endIndex < text.unicodeScalars.endIndex ? "…" : "")
    }

    /// The text with the number of each harmful character in its place, and at most `limit` bytes of it.
    static func visible(_ text: String, limit: Int) -> String {
        guard firstHarmful(in: text) != nil else { return text }
        var result = visible(text.unicodeScalars)
        while result.utf8.count > limit { result.unicodeScalars.removeLast() }
        return result
    }

    private static func visible(_ text: some Sequence<Unicode.Scalar>) -> String {
        let scalars = Array(text)
        return scalars.indices.reduce(into: "") { result, index in
            if isHarmful(at: index, of: scalars) {
                result += scalars[index].codePoint
            } else {
                result.unicodeScalars.append(scalars[index])
            }
        }
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

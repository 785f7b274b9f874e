extension StringProtocol {
    /// The text with each scalar that has a replacement replaced, for a format in which these scalars mean something.
    ///
    /// `replacing(_:with:)` compares whole characters, so it would leave an apostrophe in the text if a combining mark follows:
    /// the two are one character.
    ///
    /// - Parameter replacements: The text for each scalar, such as `["\\": "\\\\", "'": "\\'"]`. For XML and HTML, use ``MarkupText``.
    public func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = replacements[scalar] {
                result.append(contentsOf: replacement.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

/// Quotes text from outside in sentences.
enum Quoted {
    /// The path of a file or folder in quotation marks. It is not shortened, since its end tells which one it is.
    static func path(_ path: String) -> String { text(path, limit: 4096) }

    /// The text in quotation marks. Invisible characters and those that disturb a terminal are shown as `\u{XXXX}`, and an ellipsis
    /// replaces everything beyond the limit.
    ///
    /// - Parameter limit: The most Unicode scalars to show.
    static func text(_ text: some StringProtocol, limit: Int = 80) -> String {
        let shown = text.unicodeScalars.prefix(limit)
        var result = "“"
        for scalar in shown {
            if isPrintable(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += #"\u{\#(String(scalar.value, radix: 16, uppercase: true))}"#
            }
        }
        return result + (shown.endIndex < text.unicodeScalars.endIndex ? "…”" : "”")
    }

    /// Whether it is neither a control character, nor a format character such as those that change the direction of text, nor one
    /// without a shape.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}

import AppGroup

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
        let scalars = Array(shown)
        var result = "“"
        for (index, scalar) in scalars.enumerated() {
            if !PlainText.isHarmful(at: index, of: scalars), isPrintable(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += #"\u{\#(String(scalar.value, radix: 16, uppercase: true))}"#
            }
        }
        return result + (shown.endIndex < text.unicodeScalars.endIndex ? "…”" : "”")
    }

    /// Whether Unicode says what it looks like.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}

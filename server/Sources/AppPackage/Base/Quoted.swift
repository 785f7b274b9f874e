/// Text from outside, made fit for a sentence.
enum Quoted {
    /// A path of a file or folder in quotation marks: whole, since its end says which one it is.
    static func path(_ path: String) -> String { text(path, limit: 4096) }

    /// The text in quotation marks: what would disturb a terminal or can't be seen as `\u{XXXX}`, and an ellipsis in
    /// place of what is beyond the limit.
    ///
    /// - Parameter limit: The most characters (Unicode scalars) that are shown.
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

    /// Neither a control, nor a format character such as those that turn the direction of text, nor one without a
    /// shape.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}

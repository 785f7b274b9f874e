import AppGroupText

/// Escapes text for XML and similar markup: HTML, SVG and Pango.
enum Markup {
    /// The text as the content of an element or of a quoted attribute. Control characters and characters that change
    /// the direction of text are made visible.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in SafeText(text).description.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

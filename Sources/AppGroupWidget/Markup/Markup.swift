import AppGroupTerminal

/// Text for XML and its relatives: HTML, SVG, and the markup of Pango.
enum Markup {
    /// The text as the content of an element or of a quoted attribute. Controls and what changes the direction of text
    /// are shown instead of obeyed.
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

import Mustache

/// Text within a page: what HTML would read as its own, in text or between quotes, is escaped.
///
/// The template library's own escaping goes by characters as people see them. A quotation mark with an accent after it is
/// one of those, is none that it knows, and would end an attribute's value; so this goes by Unicode scalars.
struct HTMLText: MustacheContentType {
    /// What the templates call it.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String { Self.escape(text) }

    /// The text with `&`, `<`, `>`, `"` and `'` as references; line ends and tabs stay, other controls become U+FFFD.
    static func escape(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": result.append(scalar)
            case _ where scalar.properties.generalCategory == .control: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

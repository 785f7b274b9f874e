/// Text as the content of an element, or of a quoted attribute, in XML 1.0, HTML or Pango's markup.
///
/// A reader gets the same text back, apart from characters that are replaced. In an attribute, XML's readers also turn tabs and line
/// feeds into spaces (XML 1.0, section 3.3.3). The text is escaped scalar by scalar: a quotation mark with a combining accent is one
/// `Character`, and a search for characters would not find the mark in it.
public struct MarkupText: Sendable, CustomStringConvertible {
    /// The text with references for `&`, `<`, `>`, `"` and `'`, and for carriage returns, which readers would turn into line feeds
    /// (XML 1.0, section 2.11). Control characters other than tabs and line feeds, and the two noncharacters that XML does not allow
    /// (section 2.2), are replaced by U+FFFD.
    public let description: String

    /// Escapes any text.
    public init(_ text: String) {
        description = text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // Not `&#39;`: in notifications, GNOME Shell reads XML's five names alone.
            case "'": escaped += "&apos;"
            case "\r": escaped += "&#13;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

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

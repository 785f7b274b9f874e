import AppGroupText
import Foundation

/// Which texts a report, a user or a list may have.
///
/// Control characters are refused: XML can't carry them (XML 1.0, section 2.2), and terminals obey them. Lengths are counted in
/// Unicode scalars, as JSON Schema counts them.
enum PlainText {
    /// Whether a text is one line without control characters.
    static func isLine(_ text: String, upTo limit: Int) -> Bool {
        text.unicodeScalars.count <= limit && text.unicodeScalars.allSatisfy { isAllowed($0) }
    }

    /// Whether a text has no control characters but line ends and tabs.
    static func isText(_ text: String, upTo limit: Int) -> Bool {
        text.unicodeScalars.count <= limit
            && text.unicodeScalars.allSatisfy { isAllowed($0) || $0 == "\n" || $0 == "\r" || $0 == "\t" }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// What a reporter wrote, for people who don't know them: characters that hide or reverse what stands beside them, such as U+202E, are
    /// shown by their number. Line ends and tabs stay.
    static func harmless(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" || $0 == "\t" }) {
            result += SafeText(String(rest[..<end])).description
            result.unicodeScalars.append(rest[end])
            rest = rest[rest.index(after: end)...]
        }
        return result + SafeText(String(rest)).description
    }

    /// A text as it is searched for: case and the way in which accents are composed do not matter.
    static func folded(_ text: String) -> String { text.lowercased().precomposedStringWithCanonicalMapping }
}

import AppGroup
import AppGroupPlatform
import AppGroupText

/// The icon of an app without one: a square with round corners in a color of its own, with the first character of its name. The
/// same name and identifier give the same bytes.
enum FallbackIcon {
    /// More scalars than any visible character has; a longer one only piles up marks.
    private static let maximumScalars = 32

    /// An SVG image, for any name and id.
    static func svg(name: String, id: String) -> [UInt8] {
        Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">\
            <rect width="256" height="256" rx="56" fill="\(color(for: id))"/>\
            <text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-size="144" \
            fill="#ffffff">\(MarkupText(initial(of: name)))</text></svg>
            """.utf8)
    }

    /// The first visible character; empty if there is none.
    private static func initial(of name: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where text.isEmpty ? isVisible(scalar) : isDrawable(scalar) {
            text.append(scalar)
            guard text.count < maximumScalars else { break }
        }
        return String(text).first.map(String.init) ?? ""
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        isDrawable(scalar) && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Whether it is not a control character, does not change the direction of text, and is allowed in XML 1.0 (section 2.2).
    private static func isDrawable(_ scalar: Unicode.Scalar) -> Bool {
        !PlainText.disturbs(scalar) && scalar.value != 0xFFFE && scalar.value != 0xFFFF
    }

    /// Chooses a color by the hash of the identifier in lowercase. Each color is dark enough for
    /// white text.
    private static func color(for id: String) -> String {
        let hash = FNV1a.hash(id.lowercased().utf8)
        return colors[Int((hash >> 32 ^ hash) % UInt64(colors.count))]
    }

    private static let colors = [
        "#b3261e", "#a8336a", "#8e3aa8", "#6a45b8", "#4a55c0", "#2766b8", "#1a6f9a", "#14746f", "#1d7a4c", "#4a7425",
        "#6f6a16", "#8a5a12", "#a04a1a", "#7a5548", "#5b6672", "#3f5f7f",
    ]
}

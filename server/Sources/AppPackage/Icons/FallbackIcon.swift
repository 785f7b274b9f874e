/// The icon of an app that brings none: a square with round corners in a colour of its own, and the first character of its
/// name. The same name and id give the same bytes.
enum FallbackIcon {
    /// Longer than any character that is drawn as one; beyond it only marks are piled up.
    private static let maximumScalars = 32

    /// An SVG image, for any name and id.
    static func svg(name: String, id: String) -> [UInt8] {
        Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">\
            <rect width="256" height="256" rx="56" fill="\(colour(for: id))"/>\
            <text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-size="144" \
            fill="#ffffff">\(escaped(initial(of: name)))</text></svg>
            """.utf8)
    }

    /// The first character that can be seen; empty where there is none.
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

    /// No control, nothing that changes the direction of text, and nothing that XML 1.0 forbids (section 2.2).
    private static func isDrawable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// Scalar by scalar, since a mark may follow on `<` and be one character with it.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// By FNV-1a of the id without case (Fowler, Noll, Vo; 64 bits). Each colour is dark enough for white on it.
    private static func colour(for id: String) -> String {
        let hash = id.lowercased().utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return colours[Int((hash >> 32 ^ hash) % UInt64(colours.count))]
    }

    private static let colours = [
        "#b3261e", "#a8336a", "#8e3aa8", "#6a45b8", "#4a55c0", "#2766b8", "#1a6f9a", "#14746f", "#1d7a4c", "#4a7425",
        "#6f6a16", "#8a5a12", "#a04a1a", "#7a5548", "#5b6672", "#3f5f7f",
    ]
}

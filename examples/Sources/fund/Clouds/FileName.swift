import AppGroupText
import ToolSupport

/// Names of files from elsewhere, made safe for a folder of this machine.
enum FileName {
    /// The longest name, in bytes: 255 is the limit of most file systems, and drafts and previews have longer names.
    private static let limit = 200

    /// The name without slashes, control and invisible characters, and periods at its beginning, so that the file is not
    /// hidden. A name that is too long loses letters in front of its ending.
    static func safe(_ name: String) -> String {
        // By scalars: a slash and a mark or a joiner after it are one `Character`, which is not equal to a slash.
        let scalars = SafeText(name).description.unicodeScalars.map { $0 == "/" ? "-" : $0 }
        let inner = scalars.drop { $0 == "." || $0.properties.isWhitespace }
        let visible = String(String.UnicodeScalarView(inner))
        guard !visible.isEmpty else { return "file" }
        guard visible.utf8.count > limit else { return visible }
        let period = visible.lastIndex(of: ".") ?? visible.endIndex
        let ending = visible[period...].utf8.count <= 20 ? visible[period...] : ""
        var stem = visible.dropLast(ending.count).unicodeScalars
        while stem.reduce(0, { $0 + UTF8.width($1) }) + ending.utf8.count > limit { stem.removeLast() }
        return String(stem) + ending
    }
}

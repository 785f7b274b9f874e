import AppGroupText
import ToolSupport

/// Names of files from elsewhere, made safe for a folder of this machine.
enum FileName {
    /// The longest name, in bytes: 255 is the limit of most file systems, and a number may be added.
    private static let limit = 240

    /// The name without slashes, control and invisible characters, and periods at its beginning, so that the file is not
    /// hidden. A name that is too long loses letters in front of its ending.
    static func safe(_ name: String) -> String {
        let visible = SafeText(name.replacing("/", with: "-")).description.drop { $0 == "." || $0.isWhitespace }
        guard !visible.isEmpty else { return "file" }
        guard visible.utf8.count > limit else { return String(visible) }
        let period = visible.lastIndex(of: ".") ?? visible.endIndex
        let ending = visible[period...].utf8.count <= 20 ? visible[period...] : ""
        var stem = visible.dropLast(ending.count).unicodeScalars
        while stem.reduce(0, { $0 + UTF8.width($1) }) + ending.utf8.count > limit { stem.removeLast() }
        return String(stem) + ending
    }
}

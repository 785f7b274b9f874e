import AppGroupText

/// Escapes text for XML and similar markup: HTML, SVG and Pango.
enum Markup {
    /// The text as the content of an element or of a quoted attribute. Control characters and characters that change
    /// the direction of text are made visible.
    static func escaped(_ text: String) -> String {
        SafeText(text).description.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    }
}

import AppGroupWindow
import CAdwaita

/// Text with commands that the user can select and copy.
@MainActor
enum CommandText {
    /// Shows a text in a label. No line ends within an option such as `--name`, where Pango would end one after the hyphens.
    static func show(_ text: String, in label: Widget) {
        gtk_label_set_text(label.opaque, text)
        let attributes = pango_attr_list_new()
        for word in text.utf8.split(separator: UInt8(ascii: " ")) where word.starts(with: "--".utf8) {
            let whole = pango_attr_allow_breaks_new(0)!
            whole.pointee.start_index = guint(text.utf8.distance(from: text.startIndex, to: word.startIndex))
            whole.pointee.end_index = guint(text.utf8.distance(from: text.startIndex, to: word.endIndex))
            pango_attr_list_insert(attributes, whole)
        }
        gtk_label_set_attributes(label.opaque, attributes)
        pango_attr_list_unref(attributes)
    }

    /// Lets the text of a label have several lines, and be selected.
    static func prepare(_ label: Widget) {
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(label.opaque, 1)
    }
}

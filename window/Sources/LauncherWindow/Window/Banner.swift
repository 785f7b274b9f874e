import AppGroupText
import AppGroupWindow
import CAdwaita

/// A line below the header that says what went wrong, with a button that takes it away.
@MainActor
final class Banner {
    /// What a banner is about.
    enum Subject { case groups, action }

    let widget = gtk_revealer_new()!
    private let label = gtk_label_new(nil)!
    private var texts: [(subject: Subject, text: String)] = []

    init() {
        let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
        box.addClass("window-banner")
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_selectable(label.opaque, 1)
        gtk_widget_set_hexpand(label, 1)
        let button = gtk_button_new_from_icon_name("window-close-symbolic")!
        button.addClass("flat")
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        app_group_set_accessible_label(button, "Close this message")
        gtk_box_append(box.cast(), label)
        gtk_box_append(box.cast(), button)
        gtk_revealer_set_child(widget.opaque, box)
        Signals.connect(button, "clicked") { [unowned self] in
            texts = []
            update()
        }
    }

    /// Shows a text in place of an earlier one about the same subject.
    func show(_ text: String, about subject: Subject) {
        texts.removeAll { $0.subject == subject }
        texts.append((subject, SafeText(text).description))
        update()
    }

    func hide(about subject: Subject) {
        texts.removeAll { $0.subject == subject }
        update()
    }

    private func update() {
        if let text = texts.last?.text { gtk_label_set_text(label.opaque, text) }
        gtk_revealer_set_reveal_child(widget.opaque, texts.isEmpty ? 0 : 1)
    }
}

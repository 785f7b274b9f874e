import AppGroupText
import AppGroupWindow
import CAdwaita

/// A line below the header that says what went wrong, with a button that takes it away, and perhaps one that helps.
@MainActor
final class Banner {
    /// The subject of a banner.
    enum Subject { case groups, action }

    /// Something that helps.
    struct Remedy {
        let label: String
        let act: @MainActor () -> Void
    }

    private struct Message {
        let subject: Subject
        let text: String
        let remedy: Remedy?
        /// Whether the user has taken it away.
        var isClosed = false
    }

    let widget = gtk_revealer_new()!
    private let label = gtk_label_new(nil)!
    private let remedy = gtk_button_new()!
    private var messages: [Message] = []

    init() {
        remedy.isVisible = false
        let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
        box.addClass("window-banner")
        CommandText.prepare(label)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_hexpand(label, 1)
        let close = gtk_button_new_from_icon_name("window-close-symbolic")!
        close.addClass("flat")
        app_group_set_accessible_label(close, "Close this message")
        for button in [remedy, close] { gtk_widget_set_valign(button, GTK_ALIGN_CENTER) }
        for part in [label, remedy, close] { gtk_box_append(box.cast(), part) }
        gtk_revealer_set_child(widget.opaque, box)
        Signals.connect(close, "clicked") { [unowned self] in closeShown() }
        Signals.connect(remedy, "clicked") { [unowned self] in closeShown()?.act() }
    }

    /// Shows a text in place of an earlier one about the same subject.
    func show(_ text: String, about subject: Subject, remedy: Remedy? = nil) {
        let text = SafeText(text).description
        // The groups are read again after each change. A message that was closed stays closed while it says the same.
        if subject == .groups, messages.contains(where: { $0.subject == subject && $0.text == text }) { return }
        messages.removeAll { $0.subject == subject }
        messages.append(Message(subject: subject, text: text, remedy: remedy))
        update()
    }

    func hide(about subject: Subject) {
        messages.removeAll { $0.subject == subject }
        update()
    }

    /// Takes away the message that is seen. One below it appears.
    ///
    /// - Returns: What helps.
    @discardableResult
    private func closeShown() -> Remedy? {
        guard let place = messages.lastIndex(where: { !$0.isClosed }) else { return nil }
        messages[place].isClosed = true
        update()
        return messages[place].remedy
    }

    private func update() {
        let shown = messages.last { !$0.isClosed }
        if let message = shown {
            CommandText.show(message.text, in: label)
            remedy.isVisible = message.remedy != nil
            if let remedy = message.remedy { gtk_button_set_label(self.remedy.cast(), remedy.label) }
        }
        gtk_revealer_set_reveal_child(widget.opaque, shown == nil ? 0 : 1)
    }
}

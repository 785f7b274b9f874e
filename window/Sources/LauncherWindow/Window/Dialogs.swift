import AppGroup
import AppGroupHome
import AppGroupText
import AppGroupWindow
import CAdwaita

/// Questions and information over the window.
@MainActor
enum Dialogs {
    /// Asks before an app is uninstalled.
    ///
    /// - Parameter name: The app's name, with what tells it from others of the same name.
    static func askToUninstall(
        _ app: AppEntry, called name: String, over window: Widget, _ uninstall: @escaping @MainActor () -> Void
    ) {
        let name = SafeText(name).description
        let isPackage = app.record.isInstalledPackage
        let consequences =
            isPackage
            ? "All its versions are deleted. Its own data stays."
            : "Its program stays where it is. If it is started again, it may come back."
        let dialog = adw_message_dialog_new(
            window.cast(), isPackage ? "Uninstall \(name)?" : "Remove \(name) from the group?",
            "\(consequences) Its badge and history are kept for 90 days.")!
        let message = dialog.cast(AdwMessageDialog.self)
        adw_message_dialog_add_response(message, "keep", "Keep It")
        adw_message_dialog_add_response(message, "remove", isPackage ? "Uninstall" : "Remove")
        adw_message_dialog_set_response_appearance(message, "remove", ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_default_response(message, "keep")
        adw_message_dialog_set_close_response(message, "keep")
        Signals.connect(dialog, pointer: "response") { response in
            guard let response, String(cString: UnsafePointer<CChar>(response)) == "remove" else { return }
            uninstall()
        }
        gtk_window_present(dialog.cast())
    }

    /// Shows what is known about an app, as `launcher info` does.
    ///
    /// - Parameter name: As for ``askToUninstall(_:called:over:_:)``.
    static func info(about app: AppEntry, called name: String, over window: Widget) {
        let table = gtk_grid_new()!
        gtk_grid_set_column_spacing(table.cast(), 16)
        gtk_grid_set_row_spacing(table.cast(), 6)
        for (row, fact) in AppFacts.worded(of: app, time: LocalTime.text).enumerated() {
            let (what, value) = (
                gtk_label_new(SafeText(fact.what).description)!, gtk_label_new(SafeText(fact.value).description)!
            )
            what.addClass("dim-label")
            for label in [what, value] {
                gtk_label_set_xalign(label.opaque, 0)
                gtk_widget_set_valign(label, GTK_ALIGN_START)
            }
            gtk_label_set_wrap(value.opaque, 1)
            gtk_label_set_wrap_mode(value.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_selectable(value.opaque, 1)
            gtk_label_set_max_width_chars(value.opaque, 40)
            gtk_grid_attach(table.cast(), what, 0, Int32(row), 1, 1)
            gtk_grid_attach(table.cast(), value, 1, Int32(row), 1, 1)
        }
        let scrolled = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scrolled.opaque, 360)
        gtk_scrolled_window_set_child(scrolled.opaque, table)
        let dialog = adw_message_dialog_new(window.cast(), SafeText(name).description, nil)!
        adw_message_dialog_set_extra_child(dialog.cast(), scrolled)
        adw_message_dialog_add_response(dialog.cast(), "close", "Close")
        adw_message_dialog_set_close_response(dialog.cast(), "close")
        gtk_window_present(dialog.cast())
    }
}

/// The message that was shown last. Another one takes its place.
@MainActor
final class LastToast {
    private var toast: OpaquePointer?

    isolated deinit { forget() }

    func show(_ new: OpaquePointer, in overlay: Widget) {
        forget()
        toast = OpaquePointer(g_object_ref(new.instance))
        adw_toast_overlay_add_toast(overlay.opaque, new)
    }

    private func forget() {
        guard let toast else { return }
        adw_toast_dismiss(toast)
        g_object_unref(toast.instance)
    }
}

/// Short messages at the lower edge of the window.
@MainActor
enum Toasts {
    /// Long enough for a user who has to find the button with the keyboard, in seconds.
    private static let duration: guint = 10

    /// - Parameter text: The title, which is escaped because libadwaita reads it as Pango's markup.
    static func make(_ text: String, button: String, _ act: @escaping @MainActor () -> Void) -> OpaquePointer {
        let toast = adw_toast_new(MarkupText(SafeText(text).description).description)!
        adw_toast_set_button_label(toast, button)
        adw_toast_set_timeout(toast, duration)
        Signals.connect(toast, "button-clicked") { act() }
        return toast
    }
}

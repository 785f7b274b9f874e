#if canImport(CAdwaita)
import CAdwaita

/// How large the user wants text.
@MainActor
enum TextScale {
    /// 1 for the usual size, 2 for text twice as large.
    static var factor: Double {
        // In 1,024ths of a dot per inch; the usual value stands for 96, and a negative one for none.
        let dots = app_group_text_dots()
        return dots > 0 ? min(4, max(0.5, Double(dots) / 1024 / 96)) : 1
    }

    /// Calls a closure when that changes, until a widget is destroyed.
    static func follow(while widget: Widget, _ call: @escaping @MainActor () -> Void) {
        guard let settings = gtk_settings_get_default() else { return }
        let handler = Signals.connect(settings, "notify::gtk-xft-dpi", hasArgument: true, call)
        Signals.connect(widget, "destroy") { Signals.disconnect(settings, handler) }
    }
}
#endif

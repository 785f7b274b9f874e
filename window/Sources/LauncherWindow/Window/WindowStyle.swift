import AppGroupWindow
import CAdwaita

/// The look of the window beside its grid.
@MainActor
enum WindowStyle {
    static func load() {
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(
            provider,
            """
            .window-total { background: #c01c28; color: white; border-radius: 99px; font-weight: 700;
                padding: 1px 9px; margin: 0 4px; }
            .window-banner { background: alpha(@warning_bg_color, 0.25); padding: 8px 12px; }
            """, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
        app_group_steady_cursor()
    }

    /// Shows the paler tiles as strongly as all others while the user wants a high contrast.
    static func followContrast(of window: Widget) {
        guard let manager = adw_style_manager_get_default() else { return }
        let update: @MainActor () -> Void = {
            window.setClass("high-contrast", adw_style_manager_get_high_contrast(manager) != 0)
        }
        update()
        let connection = Signals.connect(manager, "notify::high-contrast", hasArgument: true, update)
        Signals.connect(window, "destroy") { Signals.disconnect(manager, connection) }
    }
}

#if canImport(CAdwaita)
import AppGroupWidget
import CAdwaita

/// The look of the tiles, as a style sheet of GTK.
@MainActor
enum GridStyle {
    private static var isLoaded = false

    /// Adds the style sheet to the display, once.
    static func load() {
        guard !isLoaded, let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
        isLoaded = true
        gtk_css_provider_load_from_data(provider, text, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    /// The space around each cell of the grid.
    static let margin: Int32 = 2

    /// The class of the background behind initials.
    static func initialsClass(_ color: Initials.Color) -> String { "initials-\(color.number)" }

    private static var text: String {
        let initials = Initials.colors.map { ".\(initialsClass($0)) { background: \($0.hexadecimal); }" }
        return """
            gridview.app-grid { background: none; padding: 6px; }
            gridview.app-grid > child { border-radius: 12px; padding: 0; margin: \(margin)px; }
            .tile { padding: 10px 4px 8px 4px; }
            .tile .initials { border-radius: 14px; color: white; font-size: 27px; font-weight: 600;
                min-width: 64px; min-height: 64px; }
            .tile .count { background: #c01c28; color: white; border-radius: 99px; font-size: 9pt; font-weight: 700;
                min-width: 10px; min-height: 20px; padding: 0 5px; margin: -4px; }
            .tile .remark { font-size: 8.5pt; }
            .tile .title { font-weight: 500; }
            .tile .ring { color: @accent_color; }
            .tile.pale .picture { opacity: 0.45; }
            .tile.pale .title { opacity: 0.7; }
            .high-contrast .tile.pale .picture, .high-contrast .tile.pale .title { opacity: 1; }
            .tile.heading-tile { padding: 12px 4px 0 4px; }
            .tile.heading-tile .title { font-weight: 700; }
            \(initials.joined(separator: "\n"))
            """
    }
}
#endif

import AppGroup

/// A theme for rofi, in its own language (rofi-theme(5)): a grid of icons with their names, like the home screen.
struct RofiTheme {
    let look: GroupAppearance
    /// The number of entries, which determines the number of lines.
    let count: Int

    private static let mostColumns = 5
    private static let mostLines = 3
    /// The width of an entry, the space between two, and what is beside all of them, in pixels.
    private static let (entryWidth, gap, edges) = (162, 8, 38)
    /// The columns of text below an icon. rofi would shorten a label at its end, where the badge is.
    static let nameColumns = 17

    /// The options that make rofi use it, unless the user's own options name a theme.
    func options(besides others: [String]) -> [String] {
        others.contains { $0.hasPrefix("-theme") } ? [] : ["-theme-str", text]
    }

    /// The theme without anything of the user's own one.
    var text: String {
        let colors = look.theme == .dark ? Colors.dark : .light
        let accent = look.accent.hexadecimal
        let space = look.density == .compact ? "6px" : "14px"
        let icon =
            switch look.size {
            case .small: "40px"
            case .medium: "64px"
            case .large: "88px"
            }
        let lines = max(1, min((count + Self.mostColumns - 1) / Self.mostColumns, Self.mostLines))
        // As many columns as the lines need, so that no column is empty.
        let columns = max(3, min((count + lines - 1) / lines, Self.mostColumns))
        let width = columns * (Self.entryWidth + Self.gap) - Self.gap + Self.edges
        return """
            @theme "/dev/null"
            * { background-color: transparent; text-color: \(colors.text); font: "Sans 11"; }
            window { location: center; anchor: center; width: \(width)px; padding: 18px; border: 1px; \
            border-radius: 14px; \
            background-color: \(colors.window); border-color: \(colors.edge); }
            mainbox { spacing: 14px; children: [ inputbar, message, listview ]; }
            inputbar { spacing: 10px; padding: 11px 14px; border: 1px; border-radius: 10px; \
            children: [ prompt, entry ]; background-color: \(colors.field); border-color: \(colors.edge); }
            prompt { text-color: \(accent); }
            entry { placeholder: "Type to search"; placeholder-color: \(colors.quiet); }
            message { padding: 0px 4px; }
            textbox { text-color: \(colors.quiet); font: "Sans 9"; }
            listview { columns: \(columns); lines: \(lines); fixed-columns: true; fixed-height: false; \
            flow: horizontal; spacing: 8px; scrollbar: false; cycle: false; }
            element { orientation: vertical; padding: \(space) 6px; spacing: 8px; border: 2px; border-radius: 12px; \
            border-color: transparent; }
            element selected { background-color: \(accent)22; border-color: \(accent); }
            element-icon { size: \(icon); horizontal-align: 0.5; }
            element-text { horizontal-align: 0.5; text-color: inherit; highlight: bold; }
            element normal.urgent, element alternate.urgent, element selected.urgent { text-color: \(colors.badge); }
            """
    }

    /// Colors of a light or dark window. Texts have a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
    private struct Colors {
        let window: String, field: String, edge: String, text: String, quiet: String, badge: String

        static let light = Colors(
            window: "#f5f5f7", field: "#ffffff", edge: "#d2d2d7", text: "#1d1d1f", quiet: "#636366", badge: "#b3141f")
        static let dark = Colors(
            window: "#1e1e20", field: "#2c2c2e", edge: "#3a3a3c", text: "#f5f5f7", quiet: "#aeaeb2", badge: "#ff8a80")
    }
}

package import AppGroup

/// The colors in which pages, images and menus show a group, in CSS notation.
package struct WidgetPalette: Hashable, Sendable {
    /// Behind everything.
    package let ground: String
    /// Behind the apps.
    package let card: String
    /// Names and titles. The contrast with the card is 7 to 1 or more.
    package let text: String
    /// Headings of rows; the same contrast.
    package let faint: String
    /// Lines between parts.
    package let line: String

    package static let light = WidgetPalette(
        ground: "#ededf1", card: "#ffffff", text: "#1a1a1f", faint: "#50505a", line: "#dcdce2")
    package static let dark = WidgetPalette(
        ground: "#121215", card: "#1e1e22", text: "#f2f2f4", faint: "#b8b8c2", line: "#3a3a42")

    /// Behind the white count of a badge: a contrast of 6 to 1 with white.
    package static let badge = "#c01c28"
}

extension GroupAppearance {
    /// CSS for the colors of the group: `rules` returns the rules for one palette.
    func css(_ rules: (WidgetPalette) -> String) -> String {
        switch theme {
        case .light: rules(.light)
        case .dark: rules(.dark)
        case .auto: rules(.light) + "@media(prefers-color-scheme:dark){\(rules(.dark))}"
        }
    }

    /// The value of the CSS property `color-scheme`.
    var colorScheme: String { theme == .auto ? "light dark" : theme.rawValue }
}

extension GroupAppearance.Size {
    /// The width and height of an icon in CSS pixels.
    package var iconSide: Int {
        switch self {
        case .small: 40
        case .medium: 56
        case .large: 80
        }
    }
}

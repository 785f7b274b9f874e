/// The format of a widget's drawing.
public enum WidgetFormat: String, CaseIterable, Sendable {
    /// For a terminal: a grid of icons if there is room, otherwise a line for each row.
    case text
    /// A versioned document on one line: see `docs/json.md`.
    case json
    /// A line of JSON for a `custom` module of waybar with `"return-type": "json"`.
    case waybar
    /// A line of JSON for a block of i3blocks with `format=json`.
    case i3blocks
    /// A line for a `custom/script` module of polybar, in its formatting tags.
    case polybar
    /// A line for the status line of tmux, in its styles.
    case tmux
    /// Only the total, for a shell's prompt; empty if it is 0.
    case prompt
    /// A page on one line that needs no other files.
    case html
    /// An image on one line that needs no other files.
    case svg

    /// Whether it shows the name and the look of the group: ``AppGroup/GroupAppearance``.
    public var showsAppearance: Bool { self == .html || self == .svg }

    /// Whether there is room for every app, unless a limit is given.
    public var isComplete: Bool { self == .html || self == .svg }

    /// Whether it has a compact form: ``WidgetLayout/isCompact``.
    public var canBeCompact: Bool {
        switch self {
        case .waybar, .i3blocks, .polybar, .tmux: true
        case .text, .json, .prompt, .html, .svg: false
        }
    }

    /// The default size for the format: a bar has room for one row.
    public var defaultSize: WidgetSize {
        switch self {
        case .text, .json, .html, .svg: .medium
        case .waybar, .i3blocks, .polybar, .tmux, .prompt: .small
        }
    }
}

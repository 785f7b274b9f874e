/// What a widget is drawn as.
public enum WidgetFormat: String, CaseIterable, Sendable {
    /// For a terminal: a grid of icons where there is room, else a line for each row.
    case text
    /// A versioned document of one line: see `docs/json.md`.
    case json
    /// A line of JSON for a `custom` module of waybar with `"return-type": "json"`.
    case waybar
    /// A line of JSON for a block of i3blocks with `format=json`.
    case i3blocks
    /// A line for a `custom/script` module of polybar, in its formatting tags.
    case polybar
    /// A line for the status line of tmux, in its styles.
    case tmux
    /// The bare total for a shell's prompt; nothing where it is 0.
    case prompt
    /// A page that is whole in itself, on one line.
    case html
    /// An image that is whole in itself, on one line.
    case svg

    /// The layout that suits the format where nobody asks for another: a bar has room for one row.
    public var defaultSize: WidgetSize {
        switch self {
        case .text, .json, .html, .svg: .medium
        case .waybar, .i3blocks, .polybar, .tmux, .prompt: .small
        }
    }
}

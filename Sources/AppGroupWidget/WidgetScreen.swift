package import AppGroup
public import AppGroupTerminal

/// What the terminal can show that a widget is drawn on.
public struct WidgetScreen: Hashable, Sendable {
    /// Columns and colours; ``AppGroupTerminal/Terminal/absent`` where the output is a file or a pipe.
    public var terminal: Terminal
    /// How it draws images; `nil` where it does not.
    public var graphics: TerminalGraphics?
    /// Whether it has the 256 colours of xterm.
    public var hasColours: Bool
    /// Whether the cursor can be moved, so that a grid can be drawn: not on a terminal that calls itself dumb.
    public var showsGrid: Bool

    /// A file or a pipe: lines of text.
    public static let plain = WidgetScreen(terminal: .absent)

    /// A screen that shows lines of text, and what is said besides.
    public init(
        terminal: Terminal, graphics: TerminalGraphics? = nil, hasColours: Bool = false, showsGrid: Bool = false
    ) {
        self.terminal = terminal
        self.graphics = graphics
        self.hasColours = hasColours
        self.showsGrid = showsGrid
    }

    /// The screen of a terminal, by what it says of itself in the environment.
    package init(_ terminal: Terminal, _ environment: ProcessEnvironment) {
        let term = environment["TERM"] ?? "dumb"
        let isThere = terminal.columns != nil && term != "dumb"
        let many = ["256color", "kitty", "ghostty", "direct", "alacritty", "foot"].contains { term.contains($0) }
        self.init(
            terminal: terminal, graphics: isThere ? TerminalGraphics(environment) : nil,
            hasColours: terminal.showsStyles && (many || environment["COLORTERM"] != nil), showsGrid: isThere)
    }

    /// The screen of this process's standard output, now.
    public static var current: WidgetScreen { WidgetScreen(Session.current.terminal, .current) }
}

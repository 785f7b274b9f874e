public import AppGroup
public import AppGroupText

/// The capabilities of the terminal that a widget is drawn on.
public struct WidgetScreen: Hashable, Sendable {
    /// The columns and styles; ``AppGroupText/Terminal/absent`` if the output is a file or a pipe.
    public var terminal: Terminal
    /// The protocol for images; `nil` if the terminal cannot draw them.
    public var graphics: TerminalGraphics?
    /// Whether it has the 256 colors of xterm.
    public var hasColors: Bool
    /// Whether a grid can be drawn. That requires moving the cursor, which a dumb terminal cannot do.
    public var showsGrid: Bool

    /// A file or a pipe: lines of text.
    public static let plain = WidgetScreen(terminal: .absent)

    /// Creates a screen that shows lines of text and has the given further capabilities.
    public init(
        terminal: Terminal, graphics: TerminalGraphics? = nil, hasColors: Bool = false, showsGrid: Bool = false
    ) {
        self.terminal = terminal
        self.graphics = graphics
        self.hasColors = hasColors
        self.showsGrid = showsGrid
    }

    /// The screen of a terminal as described by the environment.
    package init(_ terminal: Terminal, _ environment: ProcessEnvironment) {
        let term = environment["TERM"] ?? "dumb"
        let isThere = terminal.columns != nil && term != "dumb"
        let many = ["256color", "kitty", "ghostty", "direct", "alacritty", "foot"].contains { term.contains($0) }
        self.init(
            terminal: terminal, graphics: isThere ? TerminalGraphics(environment) : nil,
            hasColors: terminal.showsStyles && (many || environment["COLORTERM"] != nil), showsGrid: isThere)
    }

    /// The screen of this process's standard output, now.
    public static var current: WidgetScreen { WidgetScreen(.current, .current) }
}

/// A protocol for drawing PNG images in a terminal.
public enum TerminalGraphics: String, CaseIterable, Sendable {
    /// The terminal graphics protocol of kitty, which Ghostty and Konsole also support.
    case kitty
    /// The inline images of iTerm2, which WezTerm and mintty also support.
    case iterm2

    /// Detects the protocol from environment variables. The terminal is not queried: without an answer the user would
    /// have to wait, and a late answer would appear as input in the shell.
    ///
    /// A terminal inside another, such as tmux or screen, hides the capabilities of the outer one.
    public init?(_ environment: ProcessEnvironment) {
        let term = environment["TERM"] ?? ""
        guard environment["TMUX"] == nil, !["tmux", "screen", "dumb"].contains(where: term.hasPrefix) else {
            return nil
        }
        let program = environment["TERM_PROGRAM"] ?? environment["LC_TERMINAL"] ?? ""
        if term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" {
            self = .kitty
        } else if let version = environment["KONSOLE_VERSION"].flatMap({ Int($0) }), version >= 22_04_00 {
            self = .kitty
        } else if ["iTerm.app", "iTerm2", "WezTerm", "mintty"].contains(program) {
            self = .iterm2
        } else {
            return nil
        }
    }

    /// The sequence that draws a PNG image at the cursor, with the given size in cells. It moves the cursor.
    func drawing(_ png: [UInt8], columns: Int, rows: Int) -> String {
        let text = Base64.encoded(png)
        switch self {
        case .kitty:
            return Self.kittySequence("a=T,f=100,q=2,C=1,c=\(columns),r=\(rows)", payload: text)
        case .iterm2:
            return "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=1:"
                + "\(text)\u{07}"
        }
    }

    /// A command of kitty's protocol. The payload is divided into chunks of at most 4,096 bytes, as the protocol
    /// requires. `q=2` among the keys keeps the terminal from answering.
    package static func kittySequence(_ keys: String, payload: String = "") -> String {
        var result = ""
        var rest = payload.utf8[...]
        var isFirst = true
        repeat {
            let piece = rest.prefix(4096)
            rest = rest.dropFirst(4096)
            let more = rest.isEmpty ? "m=0" : "m=1"
            result += "\u{1B}_G" + (isFirst ? "\(keys)," : "q=2,") + "\(more);\(Substring(piece))\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return result
    }
}

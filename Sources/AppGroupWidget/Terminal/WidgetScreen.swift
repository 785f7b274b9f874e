package import AppGroup
import AppGroupPlatform
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
    /// The pixels of the terminal.
    package var pixels = TerminalPixels()
    /// Whether the terminal draws emoji of several characters as one.
    package var joinsEmoji = false
    /// Whether the terminal reads images from files of this machine.
    package var readsFiles = false

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
        let hasColors = terminal.showsStyles && (many || environment["COLORTERM"] != nil)
        self.init(
            terminal: terminal,
            graphics: isThere ? TerminalGraphics(environment) ?? (hasColors ? .blocks : nil) : nil,
            hasColors: hasColors, showsGrid: isThere)
        pixels.hasTrueColor =
            ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || environment["TMUX"] != nil
            || ["kitty", "ghostty", "direct", "alacritty", "foot"].contains { term.contains($0) }
    }

    /// The screen of this process's standard output, now, as far as the environment describes it.
    public static var current: WidgetScreen {
        var screen = WidgetScreen(.current, .current)
        if let said = StandardStream.output.cell, let cell = TerminalPixels.Cell(said: said.width, said.height) {
            screen.pixels.cell = cell
        }
        return screen
    }

    /// The screen of this process's standard output, as the terminal itself describes it.
    ///
    /// The terminal is asked if it is this process's input too, and if nothing was typed ahead; otherwise the
    /// environment decides. It is asked once or twice. An answer takes some milliseconds, and each is waited for at most
    /// half a second.
    public static func asked() -> WidgetScreen {
        let environment = ProcessEnvironment.current
        var screen = current
        guard screen.showsGrid, TerminalQuestion.isUnderstood(environment) else { return screen }
        screen.refine(with: TerminalQuestion.ask(environment, isReader: false, hasColors: screen.hasColors))
        return screen
    }

    /// The screen for a program that reads keys from the terminal, and what was typed before the terminal answered.
    package static func askedByReader() -> (screen: WidgetScreen, typed: [UInt8]) {
        let environment = ProcessEnvironment.current
        var screen = current
        guard screen.showsGrid, TerminalQuestion.isUnderstood(environment) else { return (screen, []) }
        let answers = TerminalQuestion.ask(environment, isReader: true, hasColors: screen.hasColors)
        screen.refine(with: answers)
        return (screen, answers.typed)
    }

    /// Takes over what the terminal answered.
    mutating func refine(with answers: TerminalAnswers) {
        readsFiles = answers.readsFiles
        if answers.hasPalette, terminal.showsStyles {
            hasColors = true
            graphics = graphics ?? .blocks
        }
        if answers.hasKittyGraphics {
            graphics = .kitty
        } else if answers.hasSixel, graphics != .kitty, graphics != .iterm2 {
            graphics = .sixel
        }
        if let cell = answers.cell { pixels.cell = cell }
        if let count = answers.colorRegisters { pixels.colorRegisters = count }
        if let background = answers.background { pixels.background = background }
        if let width = answers.emojiWidth { joinsEmoji = width == TerminalQuestion.emojiWidth }
    }
}

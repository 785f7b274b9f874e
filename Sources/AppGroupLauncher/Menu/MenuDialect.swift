import AppGroup
import AppGroupPlatform

/// A menu program: where it can be shown, its options, the lines that it reads, and its answers. Everything that a program does
/// not define for itself works as in dmenu.
protocol MenuDialect: Sendable {
    /// The name of the program.
    var name: String { get }
    /// The displays that it can use; one of them is enough.
    var displays: Set<MenuDisplay> { get }
    /// Its own exit status after the user canceled, in addition to those that all programs share.
    var cancelStatus: Int32? { get }
    /// Whether it draws on standard error, so that text there is no complaint.
    var drawsOnStandardError: Bool { get }
    /// Whether its answers distinguish going back from leaving. If not, canceling in the menu of an app goes back.
    var distinguishesBack: Bool { get }

    /// The options that make the program list the best match first, as far as it can, and equally good matches in the
    /// order of the lines.
    ///
    /// - Parameter options: The user's own options, which follow these.
    func arguments(for menu: Menu, options: [String]) -> [String]

    /// The lines, one for each entry.
    func lines(for menu: Menu, options: [String]) -> [String]

    /// The choice in an answer; `nil` if there is none.
    func choice(in answer: MenuAnswer) throws -> MenuProgram.Choice?

    /// The environment of the program.
    func environment(_ environment: ProcessEnvironment) -> ProcessEnvironment
}

extension MenuDialect {
    var cancelStatus: Int32? { nil }
    var drawsOnStandardError: Bool { false }
    var distinguishesBack: Bool { false }

    func arguments(for menu: Menu, options: [String]) -> [String] { ["-i", "-p", menu.promptArgument] }

    func lines(for menu: Menu, options: [String]) -> [String] { menu.entries.map(\.label) }

    func choice(in answer: MenuAnswer) throws -> MenuProgram.Choice? {
        let (line, entries) = (answer.line, answer.menu.entries)
        let index = answer.lines.firstIndex(of: line) ?? entries.firstIndex { $0.label == line }
        return index.map { .entry(entries[$0]) } ?? .typed(unlessBlank: line)
    }

    func environment(_ environment: ProcessEnvironment) -> ProcessEnvironment { environment }
}

struct DmenuMenu: MenuDialect {
    let name = "dmenu"
    let displays: Set<MenuDisplay> = [.x11]
}

struct BemenuMenu: MenuDialect {
    let name = "bemenu"
    let displays: Set<MenuDisplay> = [.wayland, .x11]
}

/// A display that a menu can be shown on.
enum MenuDisplay {
    case wayland, x11, terminal

    /// The displays that the user has.
    static func all(in environment: ProcessEnvironment, hasTerminal: Bool) -> Set<MenuDisplay> {
        var displays: Set<MenuDisplay> = hasTerminal ? [.terminal] : []
        if environment["WAYLAND_DISPLAY"] != nil { displays.insert(.wayland) }
        if environment["DISPLAY"] != nil { displays.insert(.x11) }
        return displays
    }
}

/// The output of a menu program.
struct MenuAnswer {
    /// The complete output.
    let text: String
    /// The menu that the user chose from.
    let menu: Menu
    /// The lines of the menu, as the program read them.
    let lines: [String]

    /// The output without the newline at its end.
    var line: String { text.last == "\n" ? String(text.dropLast()) : text }
}

extension Menu {
    /// The prompt as an argument. Most programs take any argument that begins with a hyphen for an option.
    var promptArgument: String { prompt.hasPrefix("-") ? " \(prompt)" : prompt }
}

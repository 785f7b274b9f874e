import AppGroup
import AppGroupText

/// One app in a grid on a terminal: the icon, the count at its upper right corner, and the name below.
package struct Tile {
    let item: WidgetItem
    let initials: Initials
    private let size: TileSize

    package init(_ item: WidgetItem, size: TileSize = .medium) {
        (self.item, self.size) = (item, size)
        initials = Initials(of: item.app)
    }

    /// The lines, each as wide as the tile, without the empty one at the end.
    ///
    /// - Parameters:
    ///   - screen: The capabilities of the terminal.
    ///   - hasImage: Whether the icon's cells stay empty, because an image is drawn over them.
    package func lines(on screen: WidgetScreen, hasImage: Bool = false) -> [String] {
        let margin = String(repeating: " ", count: size.iconColumn)
        let rest = String(repeating: " ", count: size.width - size.iconColumn - size.iconColumns)
        let icon = hasImage ? Array(repeating: blank, count: size.iconRows) : initialsIcon(on: screen)
        return [margin + icon[0] + badge(on: screen, columns: rest.count)]
            + icon.dropFirst().map { margin + $0 + rest }
            + [name]
    }

    /// A row of an icon without anything.
    private var blank: String { String(repeating: " ", count: size.iconColumns) }

    private func initialsIcon(on screen: WidgetScreen) -> [String] {
        let inside = size.iconColumns - 2
        let letters = Self.centred(initials.letters, in: inside)
        let row = (size.iconRows - 1) / 2
        guard screen.hasColors else { return frame(around: letters, row: row, columns: inside) }
        return (0..<size.iconRows).map { $0 == row ? " \(letters) " : blank }.map {
            "\u{1B}[1;38;5;231;48;5;\(initials.color.number)m\($0)\u{1B}[0m"
        }
    }

    /// The letters in a box. Two rows have no room for its upper edge.
    private func frame(around letters: String, row: Int, columns: Int) -> [String] {
        let edge = String(repeating: "─", count: columns)
        return (0..<size.iconRows).map { line in
            switch line {
            case row: "│\(letters)│"
            case 0: "┌\(edge)┐"
            case size.iconRows - 1: "└\(edge)┘"
            default: "│\(String(repeating: " ", count: columns))│"
            }
        }
    }

    private func badge(on screen: WidgetScreen, columns: Int) -> String {
        guard item.count != 0 else { return String(repeating: " ", count: columns) }
        let text = screen.terminal.showsStyles ? " \(item.shortCount) " : "(\(item.shortCount))"
        let padding = String(repeating: " ", count: columns - DisplayWidth.of(text))
        guard screen.terminal.showsStyles else { return text + padding }
        return (screen.hasColors ? "\u{1B}[1;38;5;231;48;5;160m" : "\u{1B}[1;37;41m") + text + "\u{1B}[0m" + padding
    }

    private var name: String {
        let columns = size.width - 2
        return Self.centred(item.name.truncated(to: columns).description, in: columns) + "  "
    }

    /// The text centered between spaces; it must not be wider than the tile.
    private static func centred(_ text: String, in columns: Int) -> String {
        let room = max(0, columns - DisplayWidth.of(text))
        return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
    }
}

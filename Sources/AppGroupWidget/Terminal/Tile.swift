import AppGroupText

/// One app in a grid on a terminal: the icon, the count at its upper right corner, and the name below.
package struct Tile {
    let item: WidgetItem
    let initials: Initials
    private let size: TileSize
    private let names: TileNames

    /// - Parameter names: The names in the drawing that the tile belongs to.
    package init(_ item: WidgetItem, size: TileSize = .medium, names: TileNames? = nil) {
        (self.item, self.size, self.names) = (item, size, names ?? TileNames(size: size))
        initials = Initials(of: item.app)
    }

    /// The lines, each as wide as the tile, without the empty one at the end.
    ///
    /// - Parameters:
    ///   - screen: The capabilities of the terminal.
    ///   - hasImage: Whether the icon's cells stay empty, because an image is drawn over them.
    ///   - hasCount: Whether the count is beside the icon; otherwise the caller draws it.
    package func lines(on screen: WidgetScreen, hasImage: Bool = false, hasCount: Bool = true) -> [String] {
        let margin = String(repeating: " ", count: size.iconColumn)
        let columns = size.width - size.iconColumn - size.iconColumns
        let rest = String(repeating: " ", count: columns)
        let count = hasCount ? count(on: screen).map { $0.text + rest.dropFirst($0.columns) } : nil
        let icon = hasImage ? Array(repeating: blank, count: size.iconRows) : initialsIcon(on: screen)
        return [margin + icon[0] + (count ?? rest)] + icon.dropFirst().map { margin + $0 + rest } + [name]
    }

    /// The app's count on its badge, and the columns that it needs; `nil` if the count is 0.
    package func count(on screen: WidgetScreen) -> (text: String, columns: Int)? {
        guard item.count != 0 else { return nil }
        let text = screen.terminal.showsStyles ? " \(item.shortCount) " : "(\(item.shortCount))"
        let columns = DisplayWidth.of(text)
        guard screen.terminal.showsStyles else { return (text, columns) }
        let style = screen.hasColors ? "1;38;5;231;48;5;160" : "1;37;41"
        return ("\u{1B}[\(style)m\(text)\u{1B}[0m", columns)
    }

    /// A row of an icon without anything.
    private var blank: String { String(repeating: " ", count: size.iconColumns) }

    private func initialsIcon(on screen: WidgetScreen) -> [String] {
        let inside = size.iconColumns - 2
        let letters = Self.centered(initials.letters, in: inside)
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

    private var name: String {
        Self.centered(names.shortened(item.name).description, in: size.nameColumns) + "  "
    }

    /// The text centered between spaces; it must not be wider than the tile.
    private static func centered(_ text: String, in columns: Int) -> String {
        let room = max(0, columns - DisplayWidth.of(text))
        return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
    }
}

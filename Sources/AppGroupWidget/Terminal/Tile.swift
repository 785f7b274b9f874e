import AppGroup
import AppGroupText

/// One app in a grid on a terminal: the icon, the count at its upper right corner, and the name below.
package struct Tile {
    /// The width of a tile in columns, including the space to its right: enough for the icon and a count of four
    /// characters.
    package static let width = 15
    /// The lines of a tile, including the empty one below.
    package static let height = 5
    /// The size of an icon in cells. It looks square, because a cell is about twice as high as it is wide.
    package static let icon = (columns: 6, rows: 3)
    /// The first column of the icon in a tile.
    package static let iconColumn = 3

    let item: WidgetItem
    let initials: Initials

    package init(_ item: WidgetItem) {
        self.item = item
        initials = Initials(of: item.app)
    }

    /// The lines, each as wide as the tile, without the empty one at the end.
    ///
    /// - Parameters:
    ///   - screen: The capabilities of the terminal.
    ///   - hasImage: Whether the icon's cells stay empty, because an image is drawn over them.
    ///   - isSelected: Whether the name is highlighted.
    package func lines(on screen: WidgetScreen, hasImage: Bool = false, isSelected: Bool = false) -> [String] {
        let margin = String(repeating: " ", count: Self.iconColumn)
        let rest = String(repeating: " ", count: Self.width - Self.iconColumn - Self.icon.columns)
        let icon = hasImage ? Self.emptyIcon : initialsIcon(on: screen)
        return [margin + icon[0] + badge(on: screen, columns: rest.count)]
            + icon.dropFirst().map { margin + $0 + rest }
            + [name(on: screen, isSelected: isSelected)]
    }

    private static let emptyIcon = Array(repeating: String(repeating: " ", count: icon.columns), count: icon.rows)

    private func initialsIcon(on screen: WidgetScreen) -> [String] {
        let letters = Self.centred(initials.letters, in: Self.icon.columns - 2)
        guard screen.hasColors else { return ["┌────┐", "│\(letters)│", "└────┘"] }
        let blank = String(repeating: " ", count: Self.icon.columns)
        return [blank, " \(letters) ", blank].map {
            "\u{1B}[1;38;5;231;48;5;\(initials.color.number)m\($0)\u{1B}[0m"
        }
    }

    private func badge(on screen: WidgetScreen, columns: Int) -> String {
        guard item.count != 0 else { return String(repeating: " ", count: columns) }
        let text = screen.terminal.showsStyles ? " \(item.shortCount) " : "(\(item.shortCount))"
        let padding = String(repeating: " ", count: columns - DisplayWidth.of(text))
        guard screen.terminal.showsStyles else { return text + padding }
        return (screen.hasColors ? "\u{1B}[1;38;5;231;48;5;160m" : "\u{1B}[1;37;41m") + text + "\u{1B}[0m" + padding
    }

    private func name(on screen: WidgetScreen, isSelected: Bool) -> String {
        let columns = Self.width - 2
        let name = item.name.truncated(to: columns).description
        let text = Self.centred(name, in: columns)
        return switch (isSelected, screen.terminal.showsStyles) {
        case (true, true): "\u{1B}[7m\(text)\u{1B}[0m  "
        case (true, false):
            ">" + Self.centred(SafeText(name).truncated(to: columns - 1).description, in: columns - 1) + "  "
        case (false, _): "\(text)  "
        }
    }

    /// The text centered between spaces; it must not be wider than the tile.
    private static func centred(_ text: String, in columns: Int) -> String {
        let room = max(0, columns - DisplayWidth.of(text))
        return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
    }
}

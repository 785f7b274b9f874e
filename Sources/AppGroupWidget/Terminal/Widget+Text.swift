import AppGroup
import AppGroupText

extension Widget {
    /// A grid for each row if the terminal has room for it, otherwise a line for each row.
    ///
    /// - Parameter drawing: The sequence that draws an app's image at the cursor.
    func text(on screen: WidgetScreen, drawing: (AppEntry) -> String?) -> String {
        let text = styledText(on: screen, drawing: drawing)
        return screen.terminal.columns == nil || screen.joinsEmoji ? text : PlainEmoji.applied(to: text)
    }

    private func styledText(on screen: WidgetScreen, drawing: (AppEntry) -> String?) -> String {
        guard !rows.isEmpty else { return Self.wrapped(["Nothing yet"], to: screen.terminal.columns) }
        let perLine = (screen.terminal.columns ?? 0) / TileSize.medium.width
        guard screen.showsGrid, perLine >= 2 else { return lines(columns: screen.terminal.columns) }
        let names = TileNames(rows.flatMap { $0.items.map(\.app) })
        let grids = rows.map { row in
            let tiles = row.items.map { Tile($0, names: names) }
            return screen.terminal.styled(row.title, .bold) + "\n" + grid(tiles, perLine: perLine, on: screen, drawing)
        }
        let more = isMoreSaid ? "and \(omitted) more\n\n" : ""
        return grids.joined() + more + "To do: \(total)"
    }

    /// Whether the drawing says how many apps it leaves out. A small widget is a choice, not a list.
    private var isMoreSaid: Bool { omitted > 0 && layout.size != .small }

    private func lines(columns: Int?) -> String {
        let lines =
            rows.map { row in
                let names = row.items.map { $0.count == 0 ? "\($0.name)" : "\($0.name) (\($0.count))" }
                return "\(row.title): " + names.joined(separator: " · ")
            } + (isMoreSaid ? ["and \(omitted) more"] : []) + ["To do: \(total)"]
        return Self.wrapped(lines, to: columns)
    }

    private static func wrapped(_ lines: [String], to columns: Int?) -> String {
        guard let columns else { return lines.joined(separator: "\n") }
        return lines.flatMap { SafeText($0).wrapped(to: columns) }.map(\.description).joined(separator: "\n")
    }

    private func grid(
        _ tiles: [Tile], perLine: Int, on screen: WidgetScreen, _ drawing: (AppEntry) -> String?
    ) -> String {
        stride(from: 0, to: tiles.count, by: perLine).map { start in
            line(Array(tiles[start..<min(start + perLine, tiles.count)]), on: screen, drawing)
        }.joined()
    }

    /// One line of tiles. Images come last, so that their cells are on the screen even if it had to scroll.
    private func line(
        _ tiles: [Tile], on screen: WidgetScreen, _ drawing: (AppEntry) -> String?
    ) -> String {
        let size = TileSize.medium
        let images = tiles.map { tile in drawing(tile.item.app) }
        let lines = zip(tiles, images).map { $0.lines(on: screen, hasImage: $1 != nil) }
        let text = (0..<size.height - 1).map { row in lines.map { $0[row] }.joined() + "\n" }.joined() + "\n"
        let placed = images.enumerated().compactMap { index, image in
            image.map { image in
                let column = index * size.width + size.iconColumn
                return "\u{1B}7\u{1B}[\(size.height)A\r\u{1B}[\(column)C\(image)\u{1B}8"
            }
        }
        return text + placed.joined()
    }
}

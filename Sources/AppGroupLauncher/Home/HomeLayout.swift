import AppGroupWidget

/// The layout of the home screen for a terminal of a given size.
struct HomeLayout: Hashable {
    /// The size of the terminal.
    let columns: Int
    let rows: Int
    /// Whether icons are drawn in a grid; otherwise each app has a line.
    let isGrid: Bool
    /// The number of apps side by side.
    let perLine: Int
    /// The rows in which apps and headings are shown.
    let height: Int
    /// The columns from the beginning of a tile to the beginning of the next.
    let pitch: Int
    /// How large the tiles of the grid are.
    let tile: TileSize
    /// The column of the first tile. The frame of a selected tile begins one column to the left of it.
    let left: Int

    /// The rows above the apps: the title and the search.
    static let head = 2
    /// The rows below them: what is known about the selected app, or a message.
    static let foot = 1

    /// - Parameter isCompact: Whether tiles stay close together; otherwise they are spread over the terminal's width.
    init(columns: Int, rows: Int, isCompact: Bool = false, tile: TileSize = .medium) {
        self.tile = tile
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        height = max(1, rows - Self.head - Self.foot)
        isGrid = columns >= 2 * tile.width && height > tile.height
        perLine = isGrid ? columns / tile.width : 1
        pitch = !isGrid ? self.columns : isCompact ? tile.width : columns / perLine
        left = isGrid ? 1 + (pitch - tile.width) / 2 : 0
    }

    /// Whether there is room for headings: at least for two with a line of apps each.
    var showsHeadings: Bool { isGrid && height >= 2 * (tile.height + 2) }

    /// The rows of an app: its icon and its name.
    var appRows: Int { isGrid ? tile.height - 1 : 1 }

    /// The upper left cell of a tile, counted from 0.
    ///
    /// - Parameters:
    ///   - row: The row of the tile, counted from the first row of the grid on the screen.
    ///   - place: The place of the tile on its line.
    func origin(row: Int, place: Int) -> (row: Int, column: Int) { (Self.head + row, left + place * pitch) }

    /// The place on a line to which a column belongs; `nil` if it belongs to no tile.
    func place(column: Int) -> Int? {
        guard isGrid else { return 0 }
        let place = (column - left + 1) / pitch
        guard column >= left - 1, place < perLine, (column - left + 1) % pitch < tile.width else { return nil }
        return place
    }
}

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
    /// The number of lines of apps on the screen.
    let visibleLines: Int
    /// The columns from the beginning of a tile to the beginning of the next.
    let pitch: Int
    /// The column of the first tile. The frame of a selected tile begins one column to the left of it.
    let left: Int

    /// The lines above the apps: the title, the search, and a line for a heading or the upper edge of a frame.
    static let head = 3
    /// The lines below them: what is known about the selected app, or a message.
    static let foot = 1

    /// - Parameter isCompact: Whether tiles stay close together; otherwise they are spread over the terminal's width.
    init(columns: Int, rows: Int, isCompact: Bool = false) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        let room = max(1, rows - Self.head - Self.foot)
        isGrid = columns >= 2 * Tile.width && room >= Tile.height
        perLine = isGrid ? columns / Tile.width : 1
        visibleLines = isGrid ? room / Tile.height : room
        pitch = !isGrid ? self.columns : isCompact ? Tile.width : columns / perLine
        left = isGrid ? 1 + (pitch - Tile.width) / 2 : 0
    }

    /// The number of apps on the screen.
    var visibleApps: Int { perLine * visibleLines }

    /// The rows that a line of apps takes.
    var lineHeight: Int { isGrid ? Tile.height : 1 }

    /// The upper left cell of a tile, counted from 0.
    ///
    /// - Parameters:
    ///   - line: A line of apps, counted from the first one on the screen.
    ///   - place: The place of the tile on that line.
    func origin(line: Int, place: Int) -> (row: Int, column: Int) {
        (Self.head + line * lineHeight, left + place * pitch)
    }

    /// The line on the screen, and the place on that line, to which a cell belongs; `nil` if it belongs to no tile.
    func tile(row: Int, column: Int) -> (line: Int, place: Int)? {
        let line = (row - Self.head) / lineHeight
        guard row >= Self.head, line < visibleLines else { return nil }
        guard isGrid else { return (line, 0) }
        let place = (column - left + 1) / pitch
        guard column >= left - 1, place < perLine, (column - left + 1) % pitch < Tile.width else { return nil }
        return (line, place)
    }
}

/// The lines of apps: each section begins on a new one.
struct HomeGrid: Hashable {
    /// A line of apps.
    struct Line: Hashable {
        /// The places of its apps among those that were found.
        let apps: Range<Int>
        /// The heading above the line; `nil` if there is none.
        let title: String?
    }

    private(set) var lines: [Line] = []

    /// - Parameters:
    ///   - sections: The number of apps in each section, and its heading.
    ///   - perLine: The number of apps side by side.
    init(_ sections: [(title: String?, count: Int)], perLine: Int) {
        var start = 0
        for section in sections {
            let end = start + section.count
            for first in stride(from: start, to: end, by: perLine) {
                let title = first == start ? section.title : nil
                lines.append(Line(apps: first..<min(first + perLine, end), title: title))
            }
            start = end
        }
    }

    /// The line of an app; 0 if there is none.
    func line(of place: Int) -> Int { lines.firstIndex { $0.apps.contains(place) } ?? 0 }
}

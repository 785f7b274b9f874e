import AppGroup
import AppGroupWidget

/// One drawing of the home screen: its lines, and the places of its images.
struct HomeFrame: Hashable {
    /// As many lines as the terminal has, none wider than the terminal.
    private(set) var lines: [String] = []
    /// The lines that use the last column, after which nothing must be cleared.
    private(set) var fullLines: Set<Int> = []
    /// The images over the lines, from top to bottom and left to right.
    private(set) var images: [Image] = []
    /// Where the user is: on the name of the selected app, on the chosen line of a popup, or else behind the text of the search.
    private(set) var cursor: Cell

    /// A cell of the terminal, counted from 0.
    struct Cell: Hashable {
        let row: Int
        let column: Int
    }

    /// An image over empty cells, and the count over its corner.
    struct Image: Hashable {
        let app: AppEntry
        /// Counted from 0, like the column.
        let row: Int
        let column: Int
        /// The count that is drawn over it, and its column; `nil` if there is none.
        var count: Count?
    }

    /// A count over the corner of an image.
    struct Count: Hashable {
        let text: String
        let column: Int
    }

    /// Draws the state.
    ///
    /// - Parameters:
    ///   - group: The group; `nil` for several groups.
    ///   - look: The names and colors by the group's settings.
    ///   - detail: The line about the selected app.
    ///   - hasImage: Whether an app's image can be drawn over its cells.
    init(
        _ state: HomeState, layout: HomeLayout, screen: WidgetScreen, group: GroupID?, look: HomeLook = HomeLook(),
        detail: String = "", hasImage: (AppEntry) -> Bool
    ) {
        var canvas = Canvas(columns: layout.columns, rows: layout.rows)
        let painter = HomePainter(layout: layout, screen: screen, look: look, names: state.names)
        canvas.write(painter.title(state, group: group), row: 0, column: 0)
        let search = painter.search(state)
        canvas.write(search.line, row: 1, column: 0)
        cursor = Cell(row: 1, column: search.end)
        if state.found.isEmpty {
            for (index, line) in painter.absence(state, group: group).enumerated() {
                canvas.write(line, row: HomeLayout.head + 1 + index, column: 0)
            }
        } else if layout.isGrid {
            drawTiles(of: state, painter, on: &canvas, hasImage: hasImage)
        } else {
            drawList(of: state, painter, on: &canvas)
        }
        let foot = painter.foot(state, detail: detail)
        for (index, line) in foot.enumerated() {
            let row = layout.rows - foot.count + index
            canvas.write(String(repeating: " ", count: layout.columns), row: row, column: 0)
            canvas.write(line, row: row, column: 0)
        }
        images.removeAll { $0.row + layout.tile.iconRows > layout.rows - foot.count }
        if let popup = state.popup { cursor = painter.draw(popup, on: &canvas) }
        lines = (0..<layout.rows).map(canvas.line)
        fullLines = Set((0..<layout.rows).filter(canvas.isFull))
    }

    private mutating func drawTiles(
        of state: HomeState, _ painter: HomePainter, on canvas: inout Canvas, hasImage: (AppEntry) -> Bool
    ) {
        let (layout, firstRow) = (painter.layout, state.grid.firstRow)
        let box = state.popup.map { HomePopupBox($0, in: layout) }
        for line in state.grid.visibleLines {
            if let title = line.title, line.titleRow >= firstRow {
                let origin = layout.origin(row: line.titleRow - firstRow, place: 0)
                canvas.write(painter.heading(title), row: origin.row, column: origin.column - 1)
            }
            for place in line.apps {
                let app = state.found[place]
                let origin = layout.origin(row: line.row - firstRow, place: place - line.apps.lowerBound)
                // An image would be over a popup, so a tile that one touches has none.
                let isCovered =
                    box?.touches(
                        rows: origin.row..<origin.row + layout.tile.iconRows,
                        columns: origin.column..<origin.column + layout.tile.width) ?? false
                let isImage = hasImage(app) && !isCovered
                if isImage {
                    let column = origin.column + layout.tile.iconColumn
                    let end = column + layout.tile.iconColumns - layout.tile.overlap
                    let count = Tile(WidgetItem(app)).count(on: painter.screen).map {
                        Count(text: $0.text, column: end)
                    }
                    images.append(Image(app: app, row: origin.row, column: column, count: count))
                }
                let isSelected = place == state.selection
                let name = painter.draw(app, at: origin, hasImage: isImage, isSelected: isSelected, on: &canvas)
                if isSelected { cursor = name }
            }
        }
    }

    private mutating func drawList(of state: HomeState, _ painter: HomePainter, on canvas: inout Canvas) {
        for line in state.grid.visibleLines {
            let row = HomeLayout.head + line.row - state.grid.firstRow
            for place in line.apps {
                let (item, isSelected) = (WidgetItem(state.found[place]), place == state.selection)
                canvas.write(painter.entry(item, isSelected: isSelected), row: row, column: 0)
                if isSelected { cursor = Cell(row: row, column: HomePainter.entryMargin) }
            }
        }
    }
}

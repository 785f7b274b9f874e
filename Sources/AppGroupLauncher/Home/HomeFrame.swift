import AppGroup
import AppGroupText
import AppGroupWidget

/// One drawing of the home screen: its lines, and the places of its images.
struct HomeFrame: Hashable {
    /// As many lines as the terminal has, none wider than the terminal.
    private(set) var lines: [String]
    /// The images over the lines, from top to bottom and left to right.
    private(set) var images: [Image] = []

    /// An image over empty cells.
    struct Image: Hashable {
        let app: AppEntry
        /// Counted from 0, like the column.
        let row: Int
        let column: Int
    }

    /// Draws the state.
    ///
    /// - Parameters:
    ///   - group: The group; `nil` for several groups.
    ///   - hasImage: Whether an app's image can be drawn over its cells.
    init(
        _ state: HomeState, layout: HomeLayout, screen: WidgetScreen, group: GroupID?, hasImage: (AppEntry) -> Bool
    ) {
        let painter = Painter(layout: layout, screen: screen)
        lines = [
            painter.ends(group.map { "\($0)" } ?? "All apps", "\(state.apps.totalBadge) to do", .bold),
            painter.line(
                state.query.isEmpty ? "Type to search" : "Search: \(state.query)▏", state.query.isEmpty ? .dim : nil),
            "",
        ]
        let shown = state.found.indices.dropFirst(state.firstLine * layout.perLine).prefix(layout.visibleApps)
        if layout.isGrid {
            for start in stride(from: shown.startIndex, to: shown.endIndex, by: layout.perLine) {
                let places = start..<min(start + layout.perLine, shown.endIndex)
                addTiles(places, of: state, on: screen, hasImage: hasImage)
            }
        } else {
            lines += shown.map { painter.entry(WidgetItem(state.found[$0]), isSelected: $0 == state.selection) }
        }
        if state.found.isEmpty {
            lines.append(
                painter.line(state.apps.isEmpty ? "No app is installed and shown yet." : "No app matches.", nil)
            )
        }
        let foot = painter.foot(state, shown: shown)
        lines = Array(lines.prefix(layout.rows - foot.count))
        lines += Array(repeating: "", count: max(0, layout.rows - foot.count - lines.count)) + foot
        images.removeAll { $0.row + Tile.icon.rows > layout.rows - foot.count }
    }

    /// Adds a line of tiles for the found apps at these places.
    private mutating func addTiles(
        _ places: Range<Int>, of state: HomeState, on screen: WidgetScreen, hasImage: (AppEntry) -> Bool
    ) {
        let apps = state.found[places]
        let tiles = zip(places, apps).map { place, app in
            Tile(WidgetItem(app)).lines(on: screen, hasImage: hasImage(app), isSelected: place == state.selection)
        }
        for (index, app) in apps.enumerated() where hasImage(app) {
            images.append(Image(app: app, row: lines.count, column: index * Tile.width + Tile.iconColumn))
        }
        lines += (0..<Tile.height - 1).map { line in tiles.map { $0[line] }.joined() } + [""]
    }
}

/// Lines of the home screen.
private struct Painter {
    let layout: HomeLayout
    let screen: WidgetScreen

    /// The last column stays empty: otherwise clearing the rest of a line would erase it.
    private var columns: Int { max(1, layout.columns - 1) }

    /// A text, truncated to the screen.
    func line(_ text: String, _ style: Style?) -> String {
        screen.terminal.styled(SafeText(text).truncated(to: columns).description, style)
    }

    /// A text at each end of the line. The right one is left out unless it fits completely beside a word on the left.
    func ends(_ left: String, _ right: String, _ style: Style?) -> String {
        let right = SafeText(right).description
        let room = columns - DisplayWidth.of(right) - 1
        guard room >= 8 else { return line(left, style) }
        let left = SafeText(left).truncated(to: room).description
        let space = String(repeating: " ", count: room - DisplayWidth.of(left) + 1)
        return screen.terminal.styled(left, style) + space + screen.terminal.styled(right, style)
    }

    /// A line for an app, if there is no room for a grid.
    func entry(_ item: WidgetItem, isSelected: Bool) -> String {
        let count = item.count == 0 ? "" : " \(item.shortCount) "
        let room = columns - 2 - DisplayWidth.of(count)
        let name = SafeText("\(item.app.name)").truncated(to: room).description
        let space = String(repeating: " ", count: max(0, room - DisplayWidth.of(name)))
        let marked = (isSelected ? "> " : "  ") + name
        guard screen.terminal.showsStyles else { return marked + space + count }
        return (isSelected ? "\u{1B}[7m\(marked)\u{1B}[0m" : marked) + space
            + (count.isEmpty ? "" : "\u{1B}[1;37;41m\(count)\u{1B}[0m")
    }

    /// The last lines: a hint about the keys, or a message in as many lines as fit.
    func foot(_ state: HomeState, shown: Range<Int>) -> [String] {
        if let message = state.message {
            return SafeText(message).wrapped(to: columns).prefix(max(1, min(5, layout.rows - HomeLayout.head))).map {
                line($0.description, .yellow)
            }
        }
        let keys = state.query.isEmpty ? "Enter opens, Esc leaves" : "Enter opens, Esc shows all"
        guard shown.count < state.found.count, !shown.isEmpty else { return [line(keys, .dim)] }
        return [ends(keys, "\(shown.lowerBound + 1)–\(shown.upperBound) of \(state.found.count)", .dim)]
    }
}

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

    /// The lines above the apps: the title, the search, and an empty line.
    static let head = 3
    /// The lines below them: a hint about the keys, or a message.
    static let foot = 1

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        let room = max(1, rows - Self.head - Self.foot)
        isGrid = columns >= 2 * Tile.width && room >= Tile.height
        perLine = isGrid ? columns / Tile.width : 1
        visibleLines = isGrid ? room / Tile.height : room
    }

    /// The number of apps on the screen.
    var visibleApps: Int { perLine * visibleLines }
}

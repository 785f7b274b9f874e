import AppGroup
import AppGroupTerminal
import AppGroupWidget

/// The home screen as it is to be seen: its lines, and where images go.
struct HomeFrame: Hashable {
    /// As many lines as the terminal has, none wider than it is.
    private(set) var lines: [String]
    /// The images over the lines, in the order in which they stand.
    private(set) var images: [Image] = []

    /// An image over empty cells.
    struct Image: Hashable {
        let app: FamilyApp
        /// From 0.
        let row: Int
        let column: Int
    }

    /// Draws the state.
    ///
    /// - Parameters:
    ///   - group: What the family is called; `nil` for several.
    ///   - hasImage: Whether an app's image can be put over its cells.
    init(
        _ state: HomeState, layout: HomeLayout, screen: WidgetScreen, group: GroupID?, hasImage: (FamilyApp) -> Bool
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
                painter.line(state.apps.isEmpty ? "No app is installed and shown yet." : "No app answers to that.", nil)
            )
        }
        let foot = painter.foot(state, shown: shown)
        lines = Array(lines.prefix(layout.rows - foot.count))
        lines += Array(repeating: "", count: max(0, layout.rows - foot.count - lines.count)) + foot
        images.removeAll { $0.row + Tile.icon.rows > layout.rows - foot.count }
    }

    /// A line of tiles, for the apps at these places among those that were found.
    private mutating func addTiles(
        _ places: Range<Int>, of state: HomeState, on screen: WidgetScreen, hasImage: (FamilyApp) -> Bool
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

    /// The last column stays empty: to clear the rest of a line would take away what stands there.
    private var columns: Int { max(1, layout.columns - 1) }

    /// One text, cut to the screen.
    func line(_ text: String, _ style: Style?) -> String {
        screen.terminal.styled(SafeText(text).truncated(to: columns).description, style)
    }

    /// One text at either end: that on the right whole where this leaves room for a word on the left, or not at all.
    func ends(_ left: String, _ right: String, _ style: Style?) -> String {
        let right = SafeText(right).description
        let room = columns - DisplayWidth.of(right) - 1
        guard room >= 8 else { return line(left, style) }
        let left = SafeText(left).truncated(to: room).description
        let space = String(repeating: " ", count: room - DisplayWidth.of(left) + 1)
        return screen.terminal.styled(left, style) + space + screen.terminal.styled(right, style)
    }

    /// An app on a line of its own, where there is no room for a grid.
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

    /// What a key does; or what went wrong, in as many lines as there is room for.
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

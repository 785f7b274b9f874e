import AppGroup
import AppGroupText
import AppGroupWidget

/// Draws the parts of the home screen.
struct HomePainter {
    let layout: HomeLayout
    let screen: WidgetScreen
    let look: HomeLook
    let names: TileNames

    /// The columns of a line of text. The last column stays empty: a terminal may draw a character wider than we
    /// expect.
    private var columns: Int { max(1, layout.columns - 1) }

    /// The title and the total.
    func title(_ state: HomeState, group: GroupID?) -> String {
        let title = look.group.name.map { "\($0)" } ?? group.map { "\($0)" } ?? "All apps"
        let total = state.apps.totalBadge
        return ends((title, .bold), [("\(look.numbers.text(total.value)) to do", total == .zero ? .dim : .bold)])
    }

    /// The search up to the cursor, and the keys if there is room for them next to the whole search.
    ///
    /// - Returns: The line, and the column behind what was typed, where the cursor is drawn.
    func search(_ state: HomeState) -> (line: String, end: Int) {
        guard !state.query.isEmpty || state.isSearching else {
            return (ends(("Type to search", .dim), keys(leave: "Esc leaves")), 0)
        }
        let label = "Search: "
        let typed = SafeText("\(state.query)▏").truncatedAtBeginning(to: columns - DisplayWidth.of(label))
        let text = label + typed.description
        return (ends((text, nil), keys(leave: "Esc shows all"), keepingLeft: true), DisplayWidth.of(text) - 1)
    }

    /// Hints about the keys, the longest first.
    private func keys(leave: String) -> [(text: String, style: Style?)] {
        [
            "Enter opens, Tab shows more, \(leave), ? help", "Enter opens, \(leave), ? help", "Enter opens, ? help",
        ].map { ($0, .dim) }
    }

    /// The lines that are shown instead of apps.
    func absence(_ state: HomeState, group: GroupID?) -> [String] {
        if let url = state.typedURL { return [line("Enter opens \(url)", nil)] }
        guard state.apps.isEmpty else { return [line("No app matches.", nil)] }
        let list = group.command("list --all")
        return SafeText("No app is installed and shown yet. To list all: \(list)").wrapped(to: columns)
            .map { line($0.description, nil) }
    }

    /// The last lines: what is known about the selected app, or a message in as many lines as fit.
    func foot(_ state: HomeState, detail: String) -> [String] {
        if let message = state.message {
            let rows = max(1, min(5, layout.rows - HomeLayout.head - 1))
            return SafeText(message).wrapped(to: columns).prefix(rows).map { line($0.description, .yellow) }
        }
        if let failure = state.failure { return [line(failure, .yellow)] }
        let shown = state.grid.visibleLines.map(\.apps)
        guard let first = shown.first?.lowerBound, let last = shown.last?.upperBound, last - first < state.found.count
        else { return [line(detail, .dim)] }
        let numbers = [first + 1, last, state.found.count].map { look.numbers.text(Int64($0)) }
        return [ends((detail, .dim), [("\(numbers[0])–\(numbers[1]) of \(numbers[2])", .dim)])]
    }

    /// A heading over a line of tiles.
    func heading(_ title: String) -> String { accented(title) }

    /// The columns before the name in ``entry(_:isSelected:)``.
    static let entryMargin = 2

    /// A line for an app, if there is no room for a grid.
    func entry(_ item: WidgetItem, isSelected: Bool) -> String {
        let count = item.count == 0 ? "" : " \(item.shortCount) "
        let room = columns - Self.entryMargin - DisplayWidth.of(count)
        let name = SafeText("\(item.app.name)").truncated(to: room).description
        let space = String(repeating: " ", count: max(0, room - DisplayWidth.of(name)))
        let marked = (isSelected ? "> " : "  ") + name
        guard screen.terminal.showsStyles else { return marked + space + count }
        return (isSelected ? "\u{1B}[7m\(marked)\u{1B}[0m" : marked) + space
            + (count.isEmpty ? "" : "\u{1B}[1;37;41m\(count)\u{1B}[0m")
    }

    /// A tile. The count is over the icon's upper right corner, and a frame is around a selected tile.
    ///
    /// - Returns: Where its name begins.
    func draw(
        _ app: AppEntry, at origin: (row: Int, column: Int), hasImage: Bool, isSelected: Bool, on canvas: inout Canvas
    ) -> HomeFrame.Cell {
        let tile = Tile(WidgetItem(app), size: layout.tile, names: names)
        let lines = tile.lines(on: screen, hasImage: hasImage, hasCount: false)
        for (index, line) in lines.enumerated() {
            canvas.write(line, row: origin.row + index, column: origin.column)
        }
        if isSelected { drawFrame(around: origin, on: &canvas) }
        if let count = tile.count(on: screen) {
            let end = origin.column + layout.tile.iconColumn + layout.tile.iconColumns
            canvas.write(count.text, row: origin.row, column: end - layout.tile.overlap)
        }
        let margin = lines[layout.tile.iconRows].prefix { $0 == " " }.count
        return HomeFrame.Cell(row: origin.row + layout.tile.iconRows, column: origin.column + margin)
    }

    private func drawFrame(around origin: (row: Int, column: Int), on canvas: inout Canvas) {
        drawBox(
            row: origin.row - 1, column: origin.column - 1, rows: layout.tile.height + 1, columns: layout.tile.width,
            on: &canvas)
    }

    /// The edges of a box with round corners.
    private func drawBox(row: Int, column: Int, rows: Int, columns: Int, on canvas: inout Canvas) {
        let edge = String(repeating: "─", count: columns - 2)
        canvas.write(accented("╭\(edge)╮"), row: row, column: column)
        for side in row + 1..<row + rows - 1 {
            for place in [column, column + columns - 1] { canvas.write(accented("│"), row: side, column: place) }
        }
        canvas.write(accented("╰\(edge)╯"), row: row + rows - 1, column: column)
    }

    /// A list over the apps.
    ///
    /// - Returns: Where the chosen line begins, or else the list.
    func draw(_ popup: HomePopup, on canvas: inout Canvas) -> HomeFrame.Cell {
        let box = HomePopupBox(popup, in: layout)
        for row in box.row..<box.row + box.rows {
            canvas.write(String(repeating: " ", count: box.columns), row: row, column: box.column)
        }
        if box.hasFrame {
            drawBox(row: box.row, column: box.column, rows: box.rows, columns: box.columns, on: &canvas)
            let title = SafeText(popup.title).truncated(to: box.columns - 6).description
            canvas.write(accented(" \(title) "), row: box.row, column: box.column + 2)
            if box.lines.count > box.visible {
                let more = " \(box.first + 1)–\(box.first + box.visible) of \(box.lines.count) "
                canvas.write(accented(more), row: box.row + box.rows - 1, column: box.column + 2)
            }
        }
        var chosen = HomeFrame.Cell(row: box.inner.row, column: box.inner.column)
        for (index, line) in box.lines.dropFirst(box.first).prefix(box.visible).enumerated() {
            let row = box.inner.row + index
            switch line {
            case .heading(let text):
                canvas.write(screen.terminal.styled(text, .bold), row: row, column: box.inner.column)
            case .text(let what, let about):
                canvas.write(
                    screen.terminal.styled(SafeText(what).description, .bold), row: row, column: box.inner.column)
                canvas.write(about, row: row, column: box.inner.column + box.whatColumns)
            case .item(let place):
                let isSelected = place == popup.selection
                canvas.write(
                    item(popup.items[place], isSelected: isSelected, columns: box.innerColumns), row: row,
                    column: box.inner.column)
                if isSelected { chosen = HomeFrame.Cell(row: row, column: box.inner.column + 1) }
            }
        }
        return chosen
    }

    private func item(_ item: HomePopup.Item, isSelected: Bool, columns: Int) -> String {
        let label = SafeText(item.label).truncated(to: max(1, columns - 2)).description
        let text = (isSelected && !screen.terminal.showsStyles ? ">" : " ") + label
        let space = String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
        guard screen.terminal.showsStyles else { return text }
        return isSelected
            ? "\u{1B}[7m\(text)\(space)\u{1B}[0m" : screen.terminal.styled(text, item.isGrave ? .red : nil)
    }

    /// Text in the accent color of the group.
    private func accented(_ text: String) -> String {
        guard screen.terminal.showsStyles else { return text }
        let accent = look.group.accent
        let color = Bitmap.Color(red: accent.red, green: accent.green, blue: accent.blue)
        let start = screen.hasColors ? "\u{1B}[38;5;\(color.paletteNumber)m" : ""
        return "\u{1B}[1m\(start)\(text)\u{1B}[0m"
    }

    /// A text, truncated to the screen.
    private func line(_ text: String, _ style: Style?) -> String {
        screen.terminal.styled(SafeText(text).truncated(to: columns).description, style)
    }

    /// A text at each end of the line. The right one is the first that fits completely next to the complete left one, or
    /// else the first that fits beside a word on the left, unless the left one must be kept.
    private func ends(
        _ left: (text: String, style: Style?), _ rights: [(text: String, style: Style?)], keepingLeft: Bool = false
    ) -> String {
        let whole = DisplayWidth.of(SafeText(left.text).description)
        func room(_ right: (text: String, style: Style?)) -> Int { columns - DisplayWidth.of(right.text) - 1 }
        guard
            let right = rights.first(where: { room($0) > whole })
                ?? rights.first(where: { !keepingLeft && room($0) >= 8 })
        else { return line(left.text, left.style) }
        let text = SafeText(left.text).truncated(to: room(right)).description
        let space = String(repeating: " ", count: room(right) - DisplayWidth.of(text) + 1)
        return screen.terminal.styled(text, left.style) + space + screen.terminal.styled(right.text, right.style)
    }
}

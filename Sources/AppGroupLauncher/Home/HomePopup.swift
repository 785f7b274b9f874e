import AppGroup
import AppGroupHome
import AppGroupText

/// A list over the home screen: the keys, the actions of an app, what is known about it, or a question.
struct HomePopup: Sendable {
    /// The heading.
    let title: String
    /// The app that it is about; `nil` for none.
    let app: AppEntry?
    /// Lines to read: what, and a text about it. The first part may be empty.
    let text: [(what: String, about: String)]
    /// Lines to choose from, below the text.
    let items: [Item]
    /// The chosen line; 0 if there is none.
    private(set) var selection = 0
    /// The first line of the text on the screen, if there is nothing to choose.
    private(set) var scroll = 0
    /// The item on which a mouse button was pressed.
    private var pressed: Int?

    /// A line to choose.
    struct Item: Sendable {
        let label: String
        /// Whether it takes something away from the user.
        var isGrave = false
        let choice: Choice
    }

    /// The effect of a choice.
    indirect enum Choice: Sendable {
        case wish(HomeWish)
        case show(HomePopup)
        case close
    }

    init(
        _ title: String, app: AppEntry? = nil, text: [(what: String, about: String)] = [], items: [Item] = []
    ) {
        self.title = title
        self.app = app
        self.text = text
        self.items = items
    }

    /// Handles a key.
    ///
    /// - Returns: The effect; `nil` if the popup stays as it is.
    mutating func press(_ key: Key, in layout: HomeLayout) -> Choice? {
        switch key {
        case .escape, .left, .control("h"), .backspace: return .close
        case .enter: return choice(at: selection) ?? .close
        case .mouse(let event): return click(event, in: layout)
        case .character(let character): return find(character)
        case .up, .backTab, .control("p"), .control("k"): move(by: -1, in: layout)
        case .down, .control("i"), .control("n"), .control("j"): move(by: 1, in: layout)
        case .pageUp, .home, .control("a"): move(by: -longest, in: layout)
        case .pageDown, .end, .control("e"): move(by: longest, in: layout)
        default: break
        }
        return nil
    }

    private func choice(at place: Int) -> Choice? { items.indices.contains(place) ? items[place].choice : nil }

    /// More lines than there are.
    private var longest: Int { text.reduce(items.count) { $0 + $1.about.utf8.count + 1 } }

    private mutating func move(by lines: Int, in layout: HomeLayout) {
        if items.isEmpty {
            let box = HomePopupBox(self, in: layout)
            scroll = max(0, min(scroll + lines, box.lines.count - box.visible))
        } else {
            selection = max(0, min(selection + lines, items.count - 1))
        }
    }

    /// Chooses the next item that begins with a letter. Any character closes a popup without items.
    private mutating func find(_ character: Character) -> Choice? {
        guard !items.isEmpty else { return .close }
        let order = items.indices.map { (selection + 1 + $0) % items.count }
        if let place = order.first(where: { items[$0].label.lowercased().hasPrefix(character.lowercased()) }) {
            selection = place
        }
        return nil
    }

    private mutating func click(_ event: MouseEvent, in layout: HomeLayout) -> Choice? {
        switch event.button {
        case .wheelUp: move(by: -1, in: layout)
        case .wheelDown: move(by: 1, in: layout)
        case .left, .right:
            let box = HomePopupBox(self, in: layout)
            guard box.contains(row: event.row, column: event.column) else { return event.isReleased ? nil : .close }
            let item = box.item(row: event.row)
            guard event.isReleased else {
                pressed = item
                if let item { selection = item }
                return nil
            }
            defer { pressed = nil }
            if let item, item == pressed { return choice(at: item) }
        }
        return nil
    }
}

/// The place of a popup on the screen, and its lines.
struct HomePopupBox {
    /// A line inside the box.
    enum Line: Hashable {
        /// The first part of a text, if it has its own line.
        case heading(String)
        case text(what: String, about: String)
        case item(Int)
    }

    let row: Int
    let column: Int
    let rows: Int
    let columns: Int
    /// Whether there is room for a frame.
    let hasFrame: Bool
    let lines: [Line]
    /// The first line inside the box.
    let first: Int
    /// The columns of the first part of a text; 0 if it is above the second.
    let whatColumns: Int

    /// The width that is easy to read.
    private static let widest = 76

    init(_ popup: HomePopup, in layout: HomeLayout) {
        hasFrame = layout.columns >= 16 && layout.rows >= 5
        let edge = hasFrame ? 4 : 0
        let room = max(1, min(Self.widest, layout.columns) - edge)
        let what = popup.text.map { DisplayWidth.of($0.what) }.max() ?? 0
        let isBeside = what <= room / 2
        whatColumns = what == 0 || !isBeside ? 0 : what + 2
        let aboutRoom = max(1, room - whatColumns)
        let texts = popup.text.flatMap { part -> [Line] in
            let heading: [Line] =
                isBeside || part.what.isEmpty
                ? [] : SafeText(part.what).wrapped(to: room).map { .heading($0.description) }
            let about = SafeText(part.about).wrapped(to: aboutRoom).enumerated().map { index, line -> Line in
                .text(what: isBeside && index == 0 ? part.what : "", about: line.description)
            }
            return heading + about
        }
        let gap: [Line] = texts.isEmpty || popup.items.isEmpty ? [] : [.text(what: "", about: "")]
        let lines = texts + gap + popup.items.indices.map { .item($0) }
        let whatWidth = whatColumns
        let widths = lines.map { line in
            switch line {
            case .heading(let text): DisplayWidth.of(text)
            case .text(_, let about): whatWidth + DisplayWidth.of(about)
            case .item(let place): DisplayWidth.of(popup.items[place].label) + 2
            }
        }
        let width = min(room, max(widths.max() ?? 1, DisplayWidth.of(popup.title) + 2, hasFrame ? 20 : 1))
        columns = width + edge
        rows = min(layout.rows, lines.count + (hasFrame ? 2 : 0))
        row = max(0, (layout.rows - rows) / 2)
        column = max(0, (layout.columns - columns) / 2)
        let visible = rows - (hasFrame ? 2 : 0)
        let wanted = lines.firstIndex(of: .item(popup.selection)).map { $0 - visible / 2 } ?? popup.scroll
        first = max(0, min(wanted, lines.count - visible))
        self.lines = lines
    }

    /// Whether it covers a cell of these rows and columns.
    func touches(rows others: Range<Int>, columns otherColumns: Range<Int>) -> Bool {
        (row..<row + rows).overlaps(others) && (column..<column + columns).overlaps(otherColumns)
    }

    /// The number of lines that are on the screen.
    var visible: Int { rows - (hasFrame ? 2 : 0) }

    /// The cell of the first line.
    var inner: (row: Int, column: Int) { hasFrame ? (row + 1, column + 2) : (row, column) }

    /// The columns of a line.
    var innerColumns: Int { columns - (hasFrame ? 4 : 0) }

    func contains(row: Int, column: Int) -> Bool {
        (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
    }

    /// The item on a row of the screen.
    func item(row: Int) -> Int? {
        let line = first + row - inner.row
        guard row >= inner.row, row < inner.row + visible, lines.indices.contains(line) else { return nil }
        if case .item(let place) = lines[line] { return place }
        return nil
    }
}

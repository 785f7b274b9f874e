import AppGroup
import AppGroupHome
import AppGroupWidget

/// The state of the home screen: the apps, the search, the selection, and what is shown over them.
struct HomeState {
    /// The part of the state that depends on no terminal. While nothing is typed, the apps are found section by section.
    private var model = HomeModel<AppEntry>()
    /// The lines of those apps.
    private(set) var grid = HomeGrid([], layout: HomeLayout(columns: 1, rows: 1))
    /// The names below the tiles, of all apps, so that none changes while the user searches or scrolls.
    private(set) var names = TileNames()
    /// A message about the last action or error.
    var message: String?
    /// Why groups cannot be read, for as long as that is so. It is a message at first, and then as much of it as fits in the last
    /// line is shown while there is no message.
    var failure: String? {
        didSet { if failure != oldValue { message = failure ?? (message == oldValue ? nil : message) } }
    }
    /// A list over the apps, such as the actions of one; `nil` if there is none.
    var popup: HomePopup?
    /// Whether the apps are divided into sections, and not only in the given order.
    var showsSections = true

    /// The app on which a mouse button was pressed.
    private var pressed: Int?

    /// A request to the program, by a key.
    enum Wish: Hashable {
        case home(HomeWish)
        case suspend
        case redraw
    }

    /// All apps, in order.
    var apps: [AppEntry] { model.items }
    /// The search text.
    var query: String { model.query }
    /// Whether the user has begun a search, perhaps without a letter so far.
    var isSearching: Bool { model.isSearching }
    /// The apps that match the search.
    var found: [AppEntry] { model.found }
    /// The index of the selected app among them; 0 if there is none.
    var selection: Int { model.selection }
    /// The app that Enter opens.
    var selected: AppEntry? { model.selected }
    /// The URL that Enter opens: one was typed, and no app matches it.
    var typedURL: String? { model.typedURL }

    /// Replaces the apps. The selection stays with its app, even if the app has moved.
    mutating func show(_ apps: [AppEntry], in layout: HomeLayout) {
        names = TileNames(apps, size: layout.tile)
        update(in: layout) { $0.show(apps, arrange: $1) }
        if let about = popup?.app, !apps.contains(where: { $0.id == about.id && $0.group == about.group }) {
            popup = nil
        }
    }

    /// Handles a key.
    ///
    /// - Returns: A request to the program; `nil` for none.
    mutating func press(_ key: Key, in layout: HomeLayout) -> Wish? {
        message = nil
        if let wish = Self.wishAnywhere(key) { return wish }
        if popup != nil { return pressInPopup(key, in: layout) }
        switch key {
        case .enter:
            return (selected.map { .open($0.id, $0.group) } ?? typedURL.map { .openURL($0, nil) }).map(Wish.home)
        case .escape where query.isEmpty && !isSearching: return .home(.leave)
        case .escape, .control("u"): look(for: "", in: layout)
        case .control("i"): popup = selected.map(HomePopup.init(actionsOf:))
        case .character("?") where query.isEmpty: popup = .help
        case .character("/") where query.isEmpty: model.isSearching = true
        case .character, .backspace, .control("w"): edit(key, in: layout)
        case .mouse(let event): return click(event, in: layout)
        default: move(key)
        }
        return nil
    }

    /// The keys that always mean the same.
    private static func wishAnywhere(_ key: Key) -> Wish? {
        switch key {
        case .control("c"), .control("d"): .home(.leave)
        case .control("z"): .suspend
        case .control("r"): .redraw
        default: nil
        }
    }

    private mutating func pressInPopup(_ key: Key, in layout: HomeLayout) -> Wish? {
        switch popup?.press(key, in: layout) {
        case nil: break
        case .close: popup = nil
        case .show(let next): popup = next
        case .wish(let wish):
            popup = nil
            return .home(wish)
        }
        return nil
    }

    private mutating func edit(_ key: Key, in layout: HomeLayout) {
        switch key {
        case .character(let character):
            let text = query + String(character)
            if text.utf8.count <= Self.longest(text) { look(for: text, in: layout) }
        case .control: look(for: withoutLastWord, in: layout)
        default: look(for: String(query.dropLast()), in: layout)
        }
    }

    /// How long a text of this kind may become, in bytes.
    private static func longest(_ text: String) -> Int {
        AppURL.looksLikeURL(text) ? AppURL.maximumLength : AppName.maximumLength
    }

    private mutating func move(_ key: Key) {
        switch key {
        case .left, .control("b"), .control("h"): select(selection - 1)
        case .right, .control("f"), .control("l"): select(selection + 1)
        case .up, .control("p"), .control("k"): move(byLines: -1)
        case .down, .control("n"), .control("j"): move(byLines: 1)
        case .pageUp: move(byLines: -page)
        case .pageDown: move(byLines: page)
        case .home, .control("a"): select(0)
        case .end, .control("e"): select(found.count - 1)
        default: break
        }
    }

    /// A button acts when it is released on the app on which it was pressed, so that its last bytes have arrived before
    /// another program reads the keyboard.
    private mutating func click(_ event: MouseEvent, in layout: HomeLayout) -> Wish? {
        switch event.button {
        case .wheelUp: move(byLines: -1)
        case .wheelDown: move(byLines: 1)
        case .left, .right:
            let place = place(at: event, in: layout)
            guard event.isReleased else {
                pressed = place
                if let place { select(place) }
                return nil
            }
            defer { pressed = nil }
            guard let place, place == pressed, let selected else { return nil }
            if event.button == .left { return .home(.open(selected.id, selected.group)) }
            popup = HomePopup(actionsOf: selected)
        }
        return nil
    }

    /// The app under the mouse.
    private func place(at event: MouseEvent, in layout: HomeLayout) -> Int? {
        guard let line = grid.line(row: event.row - HomeLayout.head + grid.firstRow),
            let place = layout.place(column: event.column), place < line.apps.count
        else { return nil }
        return line.apps.lowerBound + place
    }

    /// Keeps the selection on the screen after the terminal's size has changed.
    mutating func fit(_ layout: HomeLayout) { update(in: layout) { $0.refresh(arrange: $1) } }

    /// Ends the search after something was opened. The selection stays with its app.
    mutating func endSearch(in layout: HomeLayout) { update(in: layout) { $0.endSearch(arrange: $1) } }

    private mutating func look(for text: String, in layout: HomeLayout) {
        update(in: layout) { $0.look(for: text, arrange: $1) }
    }

    /// Changes what is known. The apps that are found then get their lines.
    private mutating func update(
        in layout: HomeLayout, _ change: (inout HomeModel<AppEntry>, HomeModel<AppEntry>.Arrangement) -> Void
    ) {
        let likely = layout.isGrid ? layout.perLine : Self.likelyInList
        let showsSections = showsSections
        var sections: [HomeSections.Section] = []
        change(&model) { apps in
            guard showsSections else { return apps }
            sections = HomeSections.of(apps, likely: likely)
            return sections.flatMap(\.apps)
        }
        let hasHeadings = layout.showsHeadings && apps.count > layout.perLine && sections.count > 1
        grid = HomeGrid(
            hasHeadings ? sections.map { ($0.title, $0.apps.count) } : [(nil, found.count)], layout: layout,
            firstRow: grid.firstRow)
        select(selection)
    }

    /// The number of apps in a list that come next because they are likely.
    private static let likelyInList = 5

    private var withoutLastWord: String {
        let words = query.split(separator: " ")
        return words.dropLast().map { $0 + " " }.joined()
    }

    /// The number of lines that PgUp and PgDn move by.
    private var page: Int { max(1, grid.visibleLines.count) }

    /// Moves by lines, or to the first or last app if there is no such line.
    private mutating func move(byLines lines: Int) {
        guard !grid.lines.isEmpty else { return }
        let line = grid.line(of: selection)
        let place = selection - grid.lines[line].apps.lowerBound
        let wanted = line + lines
        if wanted < 0 {
            if lines < -1 { select(min(place, grid.lines[0].apps.count - 1)) }
        } else if wanted >= grid.lines.count {
            if line < grid.lines.count - 1 { select(found.count - 1) }
        } else {
            let apps = grid.lines[wanted].apps
            select(min(apps.lowerBound + place, apps.upperBound - 1))
        }
    }

    private mutating func select(_ place: Int) {
        model.select(place)
        grid.scroll(to: selection)
    }
}

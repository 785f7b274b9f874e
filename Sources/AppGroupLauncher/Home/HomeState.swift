import AppGroup

/// The state of the home screen: the apps, the search and the selection.
struct HomeState {
    /// All apps, in order.
    private(set) var apps: [AppEntry] = []
    /// The search text.
    private(set) var query = ""
    /// The apps that match the search.
    private(set) var found: [AppEntry] = []
    /// The index of the selected app among them; 0 if there is none.
    private(set) var selection = 0
    /// A message about the last action or error.
    var message: String?
    /// The first line of apps on the screen.
    private(set) var firstLine = 0

    private var search: AppSearch?

    /// A request to the program that a key makes.
    enum Wish: Hashable {
        case open(AppID, GroupID)
        case leave
        case suspend
        case redraw
    }

    /// The app that Enter opens.
    var selected: AppEntry? { found.indices.contains(selection) ? found[selection] : nil }

    /// Replaces the apps. The selection stays with its app, even if the app has moved.
    mutating func show(_ apps: [AppEntry], in layout: HomeLayout) {
        let chosen = selected
        self.apps = apps
        search = nil
        found = answers()
        let place = chosen.flatMap { chosen in found.firstIndex { $0.id == chosen.id && $0.group == chosen.group } }
        select(place ?? selection, in: layout)
    }

    /// Handles a key. - Returns: What the program has to do.
    mutating func press(_ key: Key, in layout: HomeLayout) -> Wish? {
        message = nil
        switch key {
        case .enter: return selected.map { .open($0.id, $0.group) }
        case .control("c"), .control("d"): return .leave
        case .control("z"): return .suspend
        case .control("l"): return .redraw
        case .escape where query.isEmpty: return .leave
        case .escape, .control("u"): look(for: "", in: layout)
        case .backspace: look(for: String(query.dropLast()), in: layout)
        case .control("w"): look(for: withoutLastWord, in: layout)
        case .character(let character): look(for: query + String(character), in: layout)
        case .left, .control("b"): select(selection - 1, in: layout)
        case .right, .control("f"), .control("i"): select(selection + 1, in: layout)
        case .up, .control("p"): move(byLines: -1, in: layout)
        case .down, .control("n"): move(byLines: 1, in: layout)
        case .pageUp: move(byLines: -layout.visibleLines, in: layout)
        case .pageDown: move(byLines: layout.visibleLines, in: layout)
        case .home, .control("a"): select(0, in: layout)
        case .end, .control("e"): select(found.count - 1, in: layout)
        case .control: break
        }
        return nil
    }

    /// Keeps the selection on the screen after the terminal's size has changed.
    mutating func fit(_ layout: HomeLayout) { select(selection, in: layout) }

    /// The longest search text, in bytes: no name is longer.
    private static let longestQuery = AppName.maximumLength

    private mutating func look(for text: String, in layout: HomeLayout) {
        guard text.utf8.count <= Self.longestQuery else { return }
        query = text
        found = answers()
        select(0, in: layout)
    }

    private mutating func answers() -> [AppEntry] {
        if query.isEmpty { return apps }
        let search = search ?? AppSearch(apps)
        self.search = search
        return search.matches(query)
    }

    private var withoutLastWord: String {
        let words = query.split(separator: " ")
        return words.dropLast().map { $0 + " " }.joined()
    }

    /// Moves by lines, or to the first or last app if there is no such line.
    private mutating func move(byLines lines: Int, in layout: HomeLayout) {
        let wanted = selection + lines * layout.perLine
        let lastLine = max(0, found.count - 1) / layout.perLine
        if wanted < 0 {
            select(lines == -1 ? selection : selection % layout.perLine, in: layout)
        } else if wanted >= found.count {
            let isOnLastLine = selection / layout.perLine == lastLine
            select(isOnLastLine ? selection : found.count - 1, in: layout)
        } else {
            select(wanted, in: layout)
        }
    }

    private mutating func select(_ place: Int, in layout: HomeLayout) {
        selection = max(0, min(place, found.count - 1))
        let line = selection / layout.perLine
        let lastFirst = max(0, (found.count + layout.perLine - 1) / layout.perLine - layout.visibleLines)
        firstLine = min(max(min(firstLine, line), line - layout.visibleLines + 1), max(lastFirst, 0))
    }
}

import AppGroup

/// What the home screen shows and where the person is on it.
struct HomeState {
    /// The family, in its order.
    private(set) var apps: [FamilyApp] = []
    /// What was typed.
    private(set) var query = ""
    /// Those of the apps that answer to it.
    private(set) var found: [FamilyApp] = []
    /// The place among them of the one that Enter opens; 0 where there is none.
    private(set) var selection = 0
    /// What went wrong or was done last.
    var message: String?
    /// The first line of apps that is seen.
    private(set) var firstLine = 0

    private var search: AppSearch?

    /// What a key asks the program to do.
    enum Wish: Hashable {
        case open(AppID, GroupID)
        case leave
        case suspend
        case redraw
    }

    /// The app that Enter opens.
    var selected: FamilyApp? { found.indices.contains(selection) ? found[selection] : nil }

    /// Shows the family as it is now. The selection stays with its app, wherever that has moved.
    mutating func show(_ apps: [FamilyApp], in layout: HomeLayout) {
        let chosen = selected
        self.apps = apps
        search = nil
        found = answers()
        let place = chosen.flatMap { chosen in found.firstIndex { $0.id == chosen.id && $0.group == chosen.group } }
        select(place ?? selection, in: layout)
    }

    /// Does what a key means. - Returns: What the program has to do for it.
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

    /// Keeps the selection in sight on a terminal of another size.
    mutating func fit(_ layout: HomeLayout) { select(selection, in: layout) }

    /// The longest text that is looked for: no name is longer.
    private static let longestQuery = AppName.maximumLength

    private mutating func look(for text: String, in layout: HomeLayout) {
        guard text.utf8.count <= Self.longestQuery else { return }
        query = text
        found = answers()
        select(0, in: layout)
    }

    private mutating func answers() -> [FamilyApp] {
        if query.isEmpty { return apps }
        let search = search ?? AppSearch(apps)
        self.search = search
        return search.matches(query)
    }

    private var withoutLastWord: String {
        let words = query.split(separator: " ")
        return words.dropLast().map { $0 + " " }.joined()
    }

    /// A whole line up or down, and to the first or the last app where there is none.
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

import AppGroup
import AppGroupText

/// A line of a menu: an app, or one of its actions.
struct MenuEntry {
    /// The name of the app or the action. It is harmless.
    private let name: String
    /// The text behind the name that tells the entry from others with the same name and badge.
    fileprivate var distinction = ""
    /// The badge behind the name; empty if there is none.
    private let badge: String
    /// The name of a themed icon, or the path of an image.
    let icon: String?
    /// Other words that find the line.
    let terms: [String]
    let registry: Registry
    let app: AppEntry
    let action: AppAction?

    /// The text of the line. It is harmless, and unique in the menu.
    var label: String { name + tail }

    /// What follows the name.
    private var tail: String { distinction + badge }

    /// Whether the line is of an app with a badge.
    var isUrgent: Bool { !badge.isEmpty }

    var target: OpenTarget {
        if let action { .action(app, action.id, registry) } else { .app(app.id, nil, registry) }
    }

    /// A name of the entry that only our programs use: `group/app`, or `group/app#action`.
    var token: String { "\(item.token)" }

    fileprivate var item: GroupItem { action.map { .action($0, of: app) } ?? .app(app) }

    /// The label in a number of columns: the name is shortened if it has to be, but not what follows it.
    func label(within columns: Int) -> String {
        guard DisplayWidth.of(label) > columns else { return label }
        return SafeText(name).truncated(to: max(2, columns - DisplayWidth.of(tail))).description + tail
    }
}

extension MenuEntry {
    /// The line of an app or an action in the menu of all apps.
    init?(_ item: GroupItem, of registry: Registry) {
        switch item {
        case .app(let app): self.init(app, of: registry)
        case .action(let action, let app): self.init(action, of: app, registry, name: item.name)
        case .offer: return nil
        }
    }

    /// The line of an app.
    init(_ app: AppEntry, of registry: Registry) {
        self.init(
            name: SafeText("\(app.name)").description, badge: app.badge == .zero ? "" : " (\(app.badge))",
            icon: GroupItem.app(app).icon(in: registry),
            terms: ["\(app.id)"] + app.schemes.map(\.description), registry: registry, app: app, action: nil)
    }

    private init(_ action: AppAction, of app: AppEntry, _ registry: Registry, name: String) {
        self.init(
            name: SafeText(name).description, badge: "", icon: GroupItem.action(action, of: app).icon(in: registry),
            terms: ["\(app.id)#\(action.id)"], registry: registry, app: app, action: action)
    }

    /// The app itself, and then its actions.
    static func secondLevel(of entry: MenuEntry) -> [MenuEntry] {
        let app = MenuEntry(entry.app, of: entry.registry)
        let actions = entry.app.actions.map { MenuEntry($0, of: entry.app, entry.registry, name: "\($0.name)") }
        return ([app] + actions).distinct()
    }
}

extension [MenuEntry] {
    /// The entries that match a query, tier by tier, the best first.
    func answering(_ text: String) -> [[MenuEntry]] { TieredSearch(self, terms: \.item.searchTerms).tiers(text) }

    /// Adds text to entries that would otherwise look the same, because menus answer only with the line.
    func distinct() -> [MenuEntry] {
        var result = self
        for places in Dictionary(grouping: indices, by: { self[$0].label }).values where places.count > 1 {
            for (place, text) in zip(places, places.map { self[$0] }.distinctions) {
                result[place].distinction = " (\(SafeText(text)))"
            }
        }
        guard Set(result.map(\.label)).count < count else { return result }
        for place in indices { result[place].distinction += "  \(place + 1)" }
        return result
    }

    /// A short text for each entry that tells it from the others: the names of the groups, the differing parts of the groups' or
    /// the apps' ids, or the tokens.
    private var distinctions: [String] {
        if Set(map(\.app.group)).count == count {
            let parts = Self.differingParts(map { "\($0.app.group)" })
            let names = zip(self, parts).map { entry, part in
                (try? entry.registry.appearance())?.name.map { "\($0)" } ?? part
            }
            return Set(names).count == count ? names : parts
        }
        return Set(map(\.app.id)).count == count ? Self.differingParts(map { "\($0.app.id)" }) : map(\.token)
    }

    /// What is left of identifiers without the segments with which all of them begin or end; at least one segment.
    private static func differingParts(_ identifiers: [String]) -> [String] {
        let segments = identifiers.map { $0.split(separator: ".") }
        let shortest = segments.map(\.count).min() ?? 1
        func common(upTo limit: Int, _ segment: ([Substring], Int) -> Substring) -> Int {
            (0..<limit).first { place in Set(segments.map { segment($0, place) }).count > 1 } ?? limit
        }
        let prefix = common(upTo: shortest - 1) { $0[$1] }
        let suffix = common(upTo: shortest - 1 - prefix) { $0[$0.count - 1 - $1] }
        return segments.map { $0[prefix..<$0.count - suffix].joined(separator: ".") }
    }
}

import AppGroup
import AppGroupText

/// A line of a menu: an app, or one of its actions.
struct MenuEntry {
    /// The name of the app or the action. It is harmless.
    private let name: String
    /// The text after the name that tells the entry from others with the same name and badge. It is harmless, and empty if there
    /// are none.
    private var distinction = ""
    /// The number after that, in a menu in which some texts still look the same.
    fileprivate var number = ""
    /// The badge after the name; empty if there is none.
    private let badge: String
    /// The name of a themed icon, or the path of an image.
    let icon: String?
    /// Other words that find the line.
    let terms: [String]
    let registry: Registry
    let app: AppEntry
    let action: AppAction?

    /// The text of the line. It is harmless, and unique in the menu.
    var label: String { name + Self.parenthesized(distinction) + number + badge }

    /// Whether the line is of an app with a badge.
    var isUrgent: Bool { !badge.isEmpty }

    var target: OpenTarget { OpenTarget(item.token.target, in: registry) }

    /// A name of the entry that only our programs use: `group/app`, or `group/app#action`.
    var token: String { "\(item.token)" }

    fileprivate var item: GroupItem { action.map { .action($0, of: app) } ?? .app(app) }

    /// The label in a number of columns: the name is shortened if it has to be, and then what tells the entry from others, but
    /// never the badge.
    func label(within columns: Int) -> String {
        guard DisplayWidth.of(label) > columns else { return label }
        let room = columns - DisplayWidth.of(number + badge)
        // A space and the parentheses take three columns.
        let rest = room - min(Self.shortName, DisplayWidth.of(name)) - 3
        let middle = Self.parenthesized(SafeText(distinction).truncated(to: max(1, rest)).description)
        let name = SafeText(name).truncated(to: max(2, room - DisplayWidth.of(middle))).description
        return name + middle + number + badge
    }

    /// A name keeps at least this many columns while anything else can be shortened.
    private static let shortName = 4

    private static func parenthesized(_ text: String) -> String { text.isEmpty ? "" : " (\(text))" }

    /// The entry with a text that tells it from others.
    fileprivate func distinguished(by text: String) -> MenuEntry {
        var entry = self
        entry.distinction = SafeText(text).description
        return entry
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
        let alike = Dictionary(grouping: indices) { self[$0].label }.values.filter { $0.count > 1 }
        let names = alike.joined().map { self[$0] }.groupNames
        var result = self
        for places in alike {
            let entries = places.map { self[$0] }.distinguished(names)
            for (place, entry) in zip(places, entries) { result[place] = entry }
        }
        guard Set(result.map(\.label)).count < count else { return result }
        for place in indices { result[place].number = "  \(place + 1)" }
        return result
    }

    /// The names of the entries' groups that have one.
    private var groupNames: [GroupID: String] {
        let registries = Dictionary(map { ($0.app.group, $0.registry) }) { first, _ in first }
        return registries.compactMapValues { (try? $0.appearance())?.name.map { "\($0)" } }
    }

    /// The entries, which look the same, each with a short text that tells it from the others: the name of its group, the differing
    /// part of the group's or the app's id, or the token.
    private func distinguished(_ names: [GroupID: String]) -> [MenuEntry] {
        guard Set(map(\.app.group)).count == count else {
            let haveOwnIDs = Set(map(\.app.id)).count == count
            return zip(self, haveOwnIDs ? DifferingParts.of(map { "\($0.app.id)" }) : map(\.token))
                .map { $0.distinguished(by: $1) }
        }
        let parts = DifferingParts.of(map { "\($0.app.group)" })
        let named = zip(self, parts).map { $0.distinguished(by: names[$0.app.group] ?? $1) }
        // Names may begin alike.
        let differ = Set(named.map { $0.label(within: RofiTheme.nameColumns) }).count == count
        return differ ? named : zip(self, parts).map { $0.distinguished(by: $1) }
    }
}

import AppGroup
import AppGroupText

/// A line of a menu: an app, or one of its actions.
struct MenuEntry {
    /// The text of the line. It is harmless, and unique in the menu.
    var label: String
    /// The name of a themed icon, or the path of an image.
    let icon: String?
    /// Other words that find the line.
    let terms: [String]
    /// Whether the app has a badge.
    let isUrgent: Bool
    let registry: Registry
    let app: AppEntry
    let action: AppAction?

    var target: OpenTarget {
        if let action { .action(app, action.id, registry) } else { .app(app.id, nil, registry) }
    }

    /// A name of the entry that only our programs use: `group/app`, or `group/app#action`.
    var token: String { "\(item.token)" }

    fileprivate var item: GroupItem { action.map { .action($0, of: app) } ?? .app(app) }

    /// The label in a number of columns: the name is shortened if it has to be, but not the badge behind it.
    func label(within columns: Int) -> String {
        let badge = isUrgent ? app.badgeText : ""
        guard DisplayWidth.of(label) > columns, label.hasSuffix(badge) else { return label }
        let name = SafeText(String(label.dropLast(badge.count)))
        return name.truncated(to: max(2, columns - badge.count)).description + badge
    }
}

extension MenuEntry {
    /// The line of an app or an action in the menu of all apps.
    init?(_ item: GroupItem, of registry: Registry) {
        switch item {
        case .app(let app): self.init(app, of: registry)
        case .action(let action, let app): self.init(action, of: app, registry, label: item.name)
        case .offer: return nil
        }
    }

    /// The line of an app.
    init(_ app: AppEntry, of registry: Registry) {
        self.init(
            label: SafeText("\(app.name)\(app.badgeText)").description, icon: GroupItem.app(app).icon(in: registry),
            terms: ["\(app.id)"] + app.schemes.map(\.description), isUrgent: app.badge != .zero, registry: registry,
            app: app,
            action: nil)
    }

    private init(_ action: AppAction, of app: AppEntry, _ registry: Registry, label: String) {
        self.init(
            label: SafeText(label).description, icon: GroupItem.action(action, of: app).icon(in: registry),
            terms: ["\(app.id)#\(action.id)"], isUrgent: false, registry: registry, app: app, action: action)
    }

    /// The app itself, and then its actions.
    static func secondLevel(of entry: MenuEntry) -> [MenuEntry] {
        let app = MenuEntry(entry.app, of: entry.registry)
        let actions = entry.app.actions.map { MenuEntry($0, of: entry.app, entry.registry, label: "\($0.name)") }
        return ([app] + actions).distinct()
    }
}

extension [MenuEntry] {
    /// The entries that match a query, tier by tier, the best first.
    func answering(_ text: String) -> [[MenuEntry]] { TieredSearch(self, terms: \.item.searchTerms).tiers(text) }

    /// Adds text to entries that would otherwise look the same, because menus answer only with the line.
    func distinct() -> [MenuEntry] {
        var counts: [String: Int] = [:]
        for entry in self { counts[entry.label, default: 0] += 1 }
        let labeled = map { entry in
            var entry = entry
            if counts[entry.label, default: 0] > 1 { entry.label += "  \(entry.token)" }
            return entry
        }
        return Set(labeled.map(\.label)).count == count
            ? labeled
            : labeled.enumerated().map { index, entry in
                var entry = entry
                entry.label += "  \(index + 1)"
                return entry
            }
    }
}

extension AppEntry {
    /// The badge behind a name in a menu; empty if there is none.
    fileprivate var badgeText: String { self.badge == .zero ? "" : " (\(self.badge))" }
}

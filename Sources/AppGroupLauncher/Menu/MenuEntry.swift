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

    /// A name of the entry that only this program uses: `group/app`, or `group/app#action`.
    var token: String { "\(app.group)/\(app.id)" + (action.map { "#\($0.id)" } ?? "") }

    /// The label in a number of columns: the name is shortened if it has to be, but not the badge behind it.
    func label(within columns: Int) -> String {
        let badge = isUrgent ? app.badgeText : ""
        guard DisplayWidth.of(label) > columns, label.hasSuffix(badge) else { return label }
        let name = SafeText(String(label.dropLast(badge.count)))
        return name.truncated(to: max(2, columns - badge.count)).description + badge
    }

    fileprivate var searchTerms: SearchTerms { action.map { SearchTerms($0, of: app) } ?? SearchTerms(app) }
}

extension MenuEntry {
    /// The line of an app.
    init(_ app: AppEntry, of registry: Registry) {
        self.init(
            label: SafeText("\(app.name)\(app.badgeText)").description, icon: app.menuIcon(of: registry),
            terms: ["\(app.id)"] + app.schemes.map(\.description), isUrgent: app.badge != .zero, registry: registry,
            app: app,
            action: nil)
    }

    /// The line of an action, below the app or in the app's own menu.
    init(_ action: AppAction, of app: AppEntry, _ registry: Registry, saysApp: Bool) {
        let name = saysApp ? "\(app.name): \(action.name)" : "\(action.name)"
        self.init(
            label: SafeText(name).description, icon: action.icon?.description ?? app.menuIcon(of: registry),
            terms: ["\(app.id)#\(action.id)"], isUrgent: false, registry: registry, app: app, action: action)
    }

    /// The app itself, and then its actions.
    static func secondLevel(of entry: MenuEntry) -> [MenuEntry] {
        let app = MenuEntry(entry.app, of: entry.registry)
        return ([app] + entry.app.actions.map { MenuEntry($0, of: entry.app, entry.registry, saysApp: false) })
            .distinct()
    }
}

extension [MenuEntry] {
    /// The entries that match a query, tier by tier, the best first.
    func answering(_ text: String) -> [[MenuEntry]] { TieredSearch(self, terms: \.searchTerms).tiers(text) }

    /// Adds text to entries that would otherwise look the same, because menus answer only with the line.
    func distinct() -> [MenuEntry] {
        var counts: [String: Int] = [:]
        for entry in self { counts[entry.label, default: 0] += 1 }
        let told = map { entry in
            var entry = entry
            if counts[entry.label, default: 0] > 1 { entry.label += "  \(entry.token)" }
            return entry
        }
        return Set(told.map(\.label)).count == count
            ? told
            : told.enumerated().map { index, entry in
                var entry = entry
                entry.label += "  \(index + 1)"
                return entry
            }
    }
}

extension AppEntry {
    /// The badge behind a name in a menu; empty if there is none.
    fileprivate var badgeText: String { self.badge == .zero ? "" : " (\(self.badge))" }

    /// The icon for a menu's line; `nil` if its path contains a control character.
    fileprivate func menuIcon(of registry: Registry) -> String? {
        let icon =
            registry.imagePath(of: record)
            ?? self.icon.flatMap { icon in
                if case .named(let name) = icon { name } else { nil }
            }
        return icon.flatMap { $0.utf8.contains { $0 < 0x20 } ? nil : $0 }
    }
}

import AppGroup
import AppGroupTerminal

/// A line of a menu: an app, or one of its actions.
struct MenuEntry {
    /// What stands in the line. Harmless, and no other line of the menu is the same.
    var label: String
    /// The name of a themed icon, or the path of an image.
    let icon: String?
    /// What else the person may type to find the line.
    let terms: [String]
    /// Whether something in the app needs the user.
    let isUrgent: Bool
    let family: Registry
    let app: FamilyApp
    let action: AppAction?

    var target: OpenTarget {
        if let action { .action(app.id, action.id, family) } else { .app(app.id, nil, family) }
    }

    /// What names the entry to this program alone: `group/app`, or `group/app#action`.
    var token: String { "\(app.group)/\(app.id)" + (action.map { "#\($0.id)" } ?? "") }

    fileprivate var searchTerms: SearchTerms { action.map { SearchTerms($0, of: app) } ?? SearchTerms(app) }
}

extension MenuEntry {
    /// The line of an app.
    init(_ app: FamilyApp, of family: Registry) {
        let badge = app.badge == .zero ? "" : " (\(app.badge))"
        self.init(
            label: SafeText("\(app.name)\(badge)").description, icon: app.menuIcon(of: family),
            terms: ["\(app.id)"] + app.schemes.map(\.description), isUrgent: app.badge != .zero, family: family,
            app: app,
            action: nil)
    }

    /// The line of an action, below the app or in the app's own menu.
    init(_ action: AppAction, of app: FamilyApp, _ family: Registry, saysApp: Bool) {
        let name = saysApp ? "\(app.name): \(action.name)" : "\(action.name)"
        self.init(
            label: SafeText(name).description, icon: action.icon?.description ?? app.menuIcon(of: family),
            terms: ["\(app.id)#\(action.id)"], isUrgent: false, family: family, app: app, action: action)
    }

    /// The app itself, and then its actions.
    static func secondLevel(of entry: MenuEntry) -> [MenuEntry] {
        let app = MenuEntry(entry.app, of: entry.family)
        return ([app] + entry.app.actions.map { MenuEntry($0, of: entry.app, entry.family, saysApp: false) }).distinct()
    }
}

extension [MenuEntry] {
    /// The entries that answer to what was typed, tier by tier, the best first.
    func answering(_ text: String) -> [[MenuEntry]] { TieredSearch(self, terms: \.searchTerms).tiers(text) }

    /// The entries with what tells them apart where two would read the same: menus answer with the line alone.
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

extension FamilyApp {
    /// A path with a control character is none that a menu's line can carry.
    fileprivate func menuIcon(of family: Registry) -> String? {
        let icon =
            family.imagePath(of: record)
            ?? self.icon.flatMap { icon in
                if case .named(let name) = icon { name } else { nil }
            }
        return icon.flatMap { $0.utf8.contains { $0 < 0x20 } ? nil : $0 }
    }
}

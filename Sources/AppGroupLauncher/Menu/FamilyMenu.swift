import AppGroup
import AppGroupTerminal

/// The menu of all apps that lists show.
struct FamilyMenu {
    let entries: [MenuEntry]

    /// - Parameter withActions: Whether each app is followed by its actions.
    init(_ group: GroupOptions, order: AppOrder?, withActions: Bool = false) throws {
        let families = try group.families()
        let found = try group.reading(families) { try $0.apps(order: order) }
        let apps = found.count == 1 ? found[0].1 : found.flatMap(\.1).sorted(in: order)
        entries = apps.flatMap { app -> [MenuEntry] in
            guard let (family, app) = group.candidate(app, in: families) else { return [] }
            let actions = withActions ? app.actions : []
            return [MenuEntry(app, of: family)] + actions.map { MenuEntry($0, of: app, family, saysApp: true) }
        }.distinct()
    }

    /// Whether any app can be opened for something beside itself.
    var hasActions: Bool { entries.contains { !$0.app.actions.isEmpty } }

    /// The app of a token, or its action.
    func entry(_ token: String) -> MenuEntry? {
        let all = entries.lazy.flatMap { [$0] + MenuEntry.secondLevel(of: $0) }
        return all.first { $0.token == token }
    }
}

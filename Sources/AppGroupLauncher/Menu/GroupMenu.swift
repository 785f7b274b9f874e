import AppGroup
import AppGroupCommands
import AppGroupText

/// The menu of all shown apps.
struct GroupMenu {
    let entries: [MenuEntry]

    /// - Parameter withActions: Whether each app is followed by its actions.
    init(_ group: GroupOptions, order: AppOrder?, withActions: Bool = false) throws {
        let found = try GroupSet(group.registries()).apps(order: order, onFailure: GroupOptions.warnSkipped)
        entries = GroupItem.items(of: found.merged, withActions: withActions).compactMap { item in
            item.app.flatMap(found.registry(of:)).flatMap { MenuEntry(item, of: $0) }
        }.distinct()
    }

    /// The name of the group, if it has one.
    static func prompt(_ registries: [Registry]) -> String {
        GroupAppearance(of: registries).name.map { SafeText("\($0)").description } ?? Program.name
    }

    /// Whether any app has actions.
    var hasActions: Bool { entries.contains { !$0.app.actions.isEmpty } }

    /// The entry of an app or action with this token.
    func entry(_ token: String) -> MenuEntry? {
        let all = entries.lazy.flatMap { [$0] + MenuEntry.secondLevel(of: $0) }
        return all.first { $0.token == token }
    }
}

/// The source of a menu's lines. They can be read again, in this process or in one that the menu program starts.
struct MenuSource {
    var group: GroupOptions
    var order: AppOrder?
    /// Whether each app is followed by its actions.
    var withActions = false
    /// The only app in the menu, with its actions; `nil` for all apps.
    var app: String?

    /// Reads the lines.
    func menu() throws -> Menu {
        guard let app else {
            let entries = try GroupMenu(group, order: order, withActions: withActions).entries
            return Menu(source: self, entries: entries, prompt: GroupMenu.prompt(try group.registries()))
        }
        let found = try group.app(app)
        return Menu(
            source: self, entries: MenuEntry.secondLevel(of: MenuEntry(found.app, of: found.registry)),
            prompt: SafeText("\(found.app.name)").description)
    }

    /// The arguments with which `launcher menu` reads these lines in another process with the same environment.
    var arguments: [String] {
        (group.group.map { ["--group=\($0)"] } ?? []) + (order.map { ["--order=\($0.rawValue)"] } ?? [])
            + (withActions ? ["--actions"] : []) + (app.map { [$0] } ?? [])
    }
}

extension MenuSource {
    /// The menu of an app and its actions.
    init(secondLevelOf entry: MenuEntry) {
        var group = GroupOptions()
        group.group = "\(entry.app.group)"
        self.init(group: group, app: "\(entry.app.id)")
    }
}

/// A menu to choose from.
struct Menu {
    let source: MenuSource
    var entries: [MenuEntry]
    let prompt: String
    /// Whether the user came here from the menu of all apps.
    var isSecondLevel = false
    /// The look of our theme for rofi; `nil` if the user's own theme is used.
    var look: GroupAppearance?
}

import AppGroup
import AppGroupTerminal

/// Where the lines of a menu come from, so that they can be read again: here, or by a process that the menu program starts.
struct MenuSource {
    var group: GroupOptions
    var order: AppOrder?
    /// Whether each app is followed by its actions.
    var withActions = false
    /// The one app that the menu is about, with its actions; `nil` for all apps.
    var app: String?

    /// The lines as they are now.
    func menu() throws -> Menu {
        guard let app else {
            let entries = try FamilyMenu(group, order: order, withActions: withActions).entries
            return Menu(source: self, entries: entries, prompt: Program.name)
        }
        let (family, found) = try group.app(app)
        return Menu(
            source: self, entries: MenuEntry.secondLevel(of: MenuEntry(found, of: family)),
            prompt: SafeText("\(found.name)").description)
    }

    /// What tells `launcher menu` in another process of the same environment to read these lines.
    var arguments: [String] {
        (group.group.map { ["--group=\($0)"] } ?? []) + (order.map { ["--order=\($0.rawValue)"] } ?? [])
            + (withActions ? ["--actions"] : []) + (app.map { [$0] } ?? [])
    }
}

extension MenuSource {
    /// The menu of an entry's app and its actions.
    init(secondLevelOf entry: MenuEntry) {
        var group = GroupOptions()
        group.group = "\(entry.app.group)"
        self.init(group: group, app: "\(entry.app.id)")
    }
}

/// What a person chooses from.
struct Menu {
    let source: MenuSource
    var entries: [MenuEntry]
    let prompt: String
}

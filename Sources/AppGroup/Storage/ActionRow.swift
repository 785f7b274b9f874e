/// How an app's actions are written in the table `action`, and read from it.
enum ActionRow {
    static let columns = "id, name, icon, url"

    /// The action in neighboring columns; `nil` if another program wrote something that no action can be.
    static func action(_ row: SQLiteStatement, at column: Int32) -> AppAction? {
        guard let id = try? ActionID(row.text(column)), let name = try? AppName(stored: row.text(column + 1)),
            let url = try? AppURL(stored: row.text(column + 3))
        else { return nil }
        return AppAction(id: id, name: name, icon: row.textOrNil(column + 2).flatMap { try? IconName($0) }, url: url)
    }

    static func save(_ actions: [AppAction], of id: AppID, on connection: SQLiteConnection) throws {
        try connection.statement("DELETE FROM action WHERE app = ?").run(.text(id.description))
        for (position, action) in actions.enumerated() {
            try connection.statement("INSERT INTO action (app, position, \(columns)) VALUES (?, ?, ?, ?, ?, ?)").run(
                .text(id.description), .integer(Int64(position)), .text(action.id.description),
                .text(action.name.description), SQLiteValue(action.icon?.description), .text(action.url.description))
        }
    }
}

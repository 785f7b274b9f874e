/// What keeps settings in a table of its database: `settings(key TEXT PRIMARY KEY, value TEXT NOT NULL)`.
public protocol SettingsStore {
    /// The keys of the table.
    associatedtype Setting: RawRepresentable<String>

    var database: Database { get }
}

extension SettingsStore {
    /// The value of a setting; nil if it is not set.
    public func text(_ setting: Setting) throws -> String? {
        try database.row("SELECT value FROM settings WHERE key = ?", .text(setting.rawValue)) { $0.text(0) }
    }

    /// The value of a setting as a number; nil if it is not set, or no number.
    public func number(_ setting: Setting) throws -> Int64? { try text(setting).flatMap { Int64($0) } }

    /// Sets a setting, or removes it.
    public func set(_ setting: Setting, to value: String?) throws {
        if let value {
            try database.run(
                "REPLACE INTO settings(key, value) VALUES(?, ?)", .text(setting.rawValue), .text(value))
        } else {
            try database.run("DELETE FROM settings WHERE key = ?", .text(setting.rawValue))
        }
    }
}

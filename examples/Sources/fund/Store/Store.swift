import AppGroup
import ToolDatabase
import ToolProgram
import ToolSupport

/// Everything that fund knows, in one SQLite file: decision 19.
///
/// One thread at a time may use it. Each method is one transaction, unless it says otherwise.
final class Store {
    /// The folder that holds the folders of all funds.
    let root: String
    let database: Database

    /// The folder of the store itself. Its name begins with a period, so it can't be the name of a fund.
    static func folder(in root: String) -> String { "\(root)/.fund" }

    /// Opens the store in `$XDG_DATA_HOME/fund`, and makes it if it is missing.
    convenience init(_ environment: ProcessEnvironment = .current) throws {
        try self.init(root: BaseDirectory.data.neededFolder(of: "fund", in: environment))
    }

    init(root: String) throws {
        self.root = root
        let folder = Self.folder(in: root)
        try Files.makeFolder(folder)
        database = try Database(path: "\(folder)/store.sqlite")
        try database.run(script: "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;")
        try database.upgrade(by: Schema.steps, of: "fund", take)
        try finishRenaming()
    }

    private func take(_ step: Schema.Step) throws {
        switch step {
        case .script(let statements): try database.run(script: statements)
        case .conversion(let convert): try convert(self)
        }
    }

    /// From now on, a power failure may lose the newest changes, but damages nothing. Feeds can be fetched again.
    func writeFast() throws { try database.run(script: "PRAGMA synchronous = NORMAL") }

    /// Makes changes that a power failure may undo in part, because they can be made again. Not to be called within a
    /// transaction.
    func writingFast<Result>(_ body: () throws -> Result) throws -> Result {
        try writeFast()
        defer { try? writeSafely() }
        return try body()
    }

    /// From now on, each change, and all before it, survive a power failure. A store begins in this way.
    func writeSafely() throws { try database.run(script: "PRAGMA synchronous = FULL") }
}

extension Store {
    /// A number for a new row, as AUTOINCREMENT would give it, which a table can't get afterwards. None is used again: a process may
    /// still have that of a row that was removed. To be called within a transaction.
    func newNumber(in table: String) throws -> Int64 {
        let last = try setting("last.\(table)").flatMap { Int64($0) } ?? 0
        let number = try max(last, database.row("SELECT max(id) FROM \(table)") { $0.integer(0) } ?? 0) + 1
        try set("last.\(table)", to: "\(number)")
        return number
    }

    /// A setting of the user's; nil if it is not set.
    func setting(_ key: String) throws -> String? {
        try database.row("SELECT value FROM settings WHERE key = ?", .text(key)) { $0.text(0) }
    }

    /// Sets a setting, or removes it.
    func set(_ key: String, to value: String?) throws {
        if let value {
            try database.run("REPLACE INTO settings(key, value) VALUES(?, ?)", .text(key), .text(value))
        } else {
            try database.run("DELETE FROM settings WHERE key = ?", .text(key))
        }
    }
}

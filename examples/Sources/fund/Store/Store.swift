import AppGroup
import AppGroupPlatform
import ToolDatabase
import ToolProgram
import ToolSupport

/// Everything that fund knows, in one SQLite file: decision 19.
///
/// One thread at a time may use it. Each method is one transaction, unless it says otherwise.
final class Store: SettingsStore {
    /// The folder that holds the folders of all funds.
    let root: String
    let database: Database

    /// The folder of the store itself. Its name begins with a period, so it can't be the name of a fund.
    static func folder(in root: String) -> String { "\(root)/.fund" }

    /// Opens the store in `$XDG_DATA_HOME/fund`, and makes it if it is missing.
    ///
    /// - Parameter forReading: Whether a store that can't be written will do, such as one in a backup.
    convenience init(_ environment: ProcessEnvironment = .current, forReading: Bool = false) throws {
        try self.init(root: BaseDirectory.data.neededFolder(of: "fund", in: environment), forReading: forReading)
    }

    init(root: String, forReading: Bool = false) throws {
        self.root = root
        let folder = Self.folder(in: root)
        try Files.makeFolder(folder)
        database = try Database(path: "\(folder)/store.sqlite", forReading: forReading)
        try database.run(script: "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;")
        try database.upgrade(by: Schema.steps, of: "fund", take)
        if !database.isReadOnly { try finishRenaming() }
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
    /// What is kept besides the contents of funds.
    enum Setting: String {
        /// The server and the account with which this device was last logged in. A trigger of the schema asks for it, too.
        case lastAccount = "sync.account"
        /// The last change of the server that is stored.
        case cursor = "sync.cursor"
        /// Names what has happened to the account. Another name means that a backup took the place of the server's database, or that
        /// the account was deleted and made again.
        case history = "sync.history"
        /// How many syncs have ended.
        case syncs = "sync.count"
        /// How many updates have ended.
        case updates
        /// Which update was the last one that has recorded what it has brought, and that.
        case updateResult = "updates.result"
        /// That the group has to learn of changes.
        case untold = "news.untold"
        /// The favorite file: the number of its fund, and its path.
        case favorite
        /// The last numbers that new rows have got.
        case lastFund = "last.funds", lastFeed = "last.feeds"
    }

    /// A number for a new row, as AUTOINCREMENT would give it, which a table can't get afterwards. None is used again: a process may
    /// still have that of a row that was removed. To be called within a transaction.
    ///
    /// - Parameter setting: Where the last number is kept.
    func newNumber(in table: String, after setting: Setting) throws -> Int64 {
        let last = try number(setting) ?? 0
        let number = try max(last, database.row("SELECT max(id) FROM \(table)") { $0.integer(0) } ?? 0) + 1
        try set(setting, to: "\(number)")
        return number
    }
}

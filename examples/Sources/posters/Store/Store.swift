import AppGroup
import AppGroupPlatform
import ToolClient
import ToolDatabase
import ToolProgram
import ToolSupport

/// Everything that posters knows, in one SQLite file, with the photos of drafts beside it.
///
/// One thread at a time may use it. Each method is one transaction, unless it says otherwise.
final class Store: SettingsStore {
    /// The folder of the store. Only its user can open it: the file holds the token of the session.
    let folder: String
    let database: Database

    /// Where the photos of drafts are, each under its SHA-256.
    var photoFolder: String { "\(folder)/photos" }

    /// Opens the store in `$XDG_DATA_HOME/posters`, and makes it if it is missing.
    convenience init(_ environment: ProcessEnvironment = .current) throws {
        try self.init(folder: BaseDirectory.data.neededFolder(of: "posters", in: environment))
    }

    init(folder: String) throws {
        self.folder = folder
        try Files.makeFolder(folder)
        database = try Database(path: "\(folder)/posters.sqlite")
        try database.run(script: "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;")
        try database.upgrade(by: Schema.steps, of: "posters") { try $0(database) }
    }

    /// Erases everything, drafts and their photos included.
    func erase() throws {
        try keepingPhotos {
            try database.transaction {
                try database.run(
                    script: """
                        DELETE FROM settings; DELETE FROM reports; DELETE FROM drafts; DELETE FROM edits; DELETE FROM blocked;
                        """)
            }
            try? Files.removeTree(photoFolder)
        }
        // Erased data must not stay in free pages and in the log.
        try database.run(script: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
    }

    /// What to say while another process has the turn.
    static let waiting = "Another process of posters is busy with the server: waiting for it."

    /// Takes the lock between processes that talk to the server.
    ///
    /// - Parameter waiting: Called once if another process holds it.
    func takeTurn(waiting: () -> Void) throws(ToolError) -> ProcessTurn {
        try lock("\(folder)/sync.lock", "the server", waiting)
    }

    /// The lock between processes that copy photos for a draft, and those that delete photos without a draft.
    var photoLock: String { "\(folder)/photos.lock" }

    /// Copies photos, and names them in a draft, while no other process deletes photos that no draft names.
    func keepingPhotos<Result>(_ body: () throws -> Result) throws -> Result {
        let lock = try lock(photoLock, "photos")
        defer { lock.end() }
        return try body()
    }

    private func lock(
        _ path: String, _ subject: String, _ waiting: () -> Void = {}
    ) throws(ToolError) -> ProcessTurn {
        try ProcessTurn.take(
            at: path, patience: .seconds(600),
            orSaying:
                "Another process of posters has been busy with \(subject) for ten minutes. Is it stopped? Try again later.",
            waiting: waiting)
    }
}

extension Store {
    /// What is kept besides reports and drafts.
    enum Setting: String {
        case server, authorities, token, account
        case lists, listsTag = "lists-tag", info
        /// The last change of the server that is stored, and when the store agreed with the server, in milliseconds.
        case cursor, synced
        /// Names what has happened to the server's database. Another name means that a backup took its place.
        case history
        /// Set from the moment at which a backup is noticed until all that the server still has is stored.
        case isBehind = "is-behind"
        /// How often the store has agreed with the server.
        case syncs
    }

    /// The document that a setting holds; nil if it is not set.
    func value<Value: Decodable>(_ setting: Setting, as type: Value.Type = Value.self) throws -> Value? {
        guard let text = try text(setting) else { return nil }
        return StableJSON.value(in: text)
    }

    /// Sets a setting to a document.
    func set(_ setting: Setting, toJSON value: some Encodable) throws {
        try set(setting, to: StableJSON.text(value))
    }

    /// When the store last agreed with the server; nil if it never did.
    func lastSync() throws -> Timestamp? {
        try number(.synced).map { Timestamp(milliseconds: $0) }
    }

    func account() throws -> Account? { try value(.account) }

    /// Stores the account as the server knows it. Another role sees other reports: those of others are erased, and the next sync
    /// asks for all changes. Call it within a transaction.
    func put(_ account: Account) throws {
        if let before = try self.account(), before.role != account.role {
            try database.run("DELETE FROM reports WHERE is_mine = 0")
            try database.run("DELETE FROM blocked")
            try set(.cursor, to: nil)
            try set(.synced, to: nil)
        }
        try set(.account, toJSON: account)
    }

    /// Forgets all reports if a backup took the place of the server's database: its versions and numbers mean something else then.
    /// The server may have lost reports of this user, so each of them becomes a draft.
    ///
    /// - Parameter history: The name of the server's history.
    /// - Returns: The numbers of this user's reports that another program has filed, so that no draft could be made of them. The next
    ///   request asks for all changes. Nil if nothing was forgotten.
    func beginAgain(in history: String) throws -> [Int64]? {
        let known = try text(.history)
        guard known != history else { return nil }
        return try database.transaction {
            try set(.history, to: history)
            guard known != nil else { return nil }
            let foreign = try addDraftsOfReports()
            try database.run("DELETE FROM reports")
            try set(.cursor, to: nil)
            try set(.synced, to: nil)
            try set(.isBehind, to: "yes")
            return foreign
        }
    }

    /// The account; an error with status 77 if nobody is logged in.
    func neededAccount() throws -> Account {
        guard let account = try account() else { throw ToolError.notLoggedIn }
        return account
    }

    func lists() throws -> ServerLists { try value(.lists) ?? ServerLists() }
}

import Accounts
import AppGroup
import GRDB
import Serving
import SessionTables

/// Accounts, objects and what was uploaded, in one SQLite file, which the server and its commands open at the same time.
///
/// Each change of an account and its entry in the audit log are one transaction. A change that returned is durable.
final class FundStore: Sendable {
    let database: LockedDatabase
    /// Tells the cache of sessions what has changed.
    let logins = ChangeNotifier<LoginChanges>(Generation(rawValue: 0))

    /// The room for files that are arriving.
    let reservations = UploadReservations()

    /// The file's name in the server's data folder.
    static let fileName = "fund.sqlite"

    /// Opens the store, and makes it if there is none.
    init(folder: String) throws {
        database = try LockedDatabase(
            folder: folder, name: Self.fileName, migrator: Schema.migrator, program: "fund-server")
    }

    /// Throws if the data can't be read.
    func check() async throws { _ = try await read { try HistoryTable.name(in: $0) } }

    /// Copies the database to a new file, while others read and write.
    func backUp(to path: String) throws { try database.backUp(to: path, preparing: HistoryTable.mark) }

    /// Begins a new history if a copy has taken the place of the database.
    ///
    /// It gives no version that was given since the copy was made, even if the copy was restored before: devices remember the versions
    /// that they had, and take lower ones for older ones.
    func renewIfCopy() async throws {
        try await write { database in
            guard try HistoryTable.renewIfCopy(in: database) else { return }
            try UnnamedFiles.waitAgain(in: database)
            try Self.keepUnusedUploads(until: Timestamp.now.adding(days: UnnamedFiles.days), in: database)
            try database.execute(
                sql: "UPDATE user SET counter = max(counter + 1, ?)", arguments: [Self.unusedVersion(at: .now)])
        }
    }

    /// A version above all that were given before a moment: a million for each second is more than a server can give. JSON can hold
    /// the numbers exactly until the year 2242.
    static func unusedVersion(at moment: Timestamp) -> Int64 { moment.seconds << 20 }

    /// Names what happens to an account in this database, and to no older account of its name.
    ///
    /// - Parameter own: The account's `user.history`.
    static func history(_ own: String, in database: Database) throws -> String {
        try HistoryTable.name(in: database) + own
    }

    func close(emptyingLog emptiesLog: Bool = false) throws { try database.close(emptyingLog: emptiesLog) }
}

extension Database {
    /// Adds an entry to the audit log.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) throws {
        try log(action, subject, by: who)
    }
}

/// The actions that are remembered, besides ``LoginAction``s.
enum AuditAction: String, AuditedAction {
    case register, addUser, removeUser

    var changesLogins: Bool {
        switch self {
        case .register, .addUser: false
        case .removeUser: true
        }
    }
}

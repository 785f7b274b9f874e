import Accounts
import AppGroup
import GRDB
import Serving
import SessionTables

/// Users, lists, photos and reports in one SQLite file, which the server and its commands open at the same time.
///
/// Each change and its entry in the audit log are one transaction: either both happen or neither does. A change that returned is
/// durable.
final class PostersStore: Sendable {
    let database: LockedDatabase
    /// Tells the cache of sessions what has changed.
    let logins = ChangeNotifier<LoginChanges>(Generation(rawValue: 0))

    /// The file's name in the server's data folder.
    static let fileName = "posters.sqlite"

    /// Opens the store, and makes it if there is none.
    init(folder: String) throws {
        database = try LockedDatabase(
            folder: folder, name: Self.fileName, migrator: Schema.migrator, program: "posters-server")
    }

    /// Remembers an action that changes no data.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws {
        try await write { try $0.record(action, subject, by: who) }
    }

    /// Throws if the data can't be read.
    func check() async throws { _ = try await version() }

    /// Copies the database to a new file, while others read and write.
    func backUp(to path: String) throws { try database.backUp(to: path, preparing: HistoryTable.mark) }

    /// Begins a new history if a copy has taken the place of the database.
    ///
    /// It gives no number and no version that was given since the copy was made: devices may still have changes and decisions that
    /// name them. If the copy was restored before, it gives the numbers of that time with a chance of 1 in 100, as people have to
    /// read and say them; a change is applied only to a report of its own user in any case.
    ///
    /// Versions continue from the time, 1,024 for each millisecond, which is more than a server can give. So they are above all
    /// that were given before, even by other copies, and devices can tell by them what this one lacks. If the clock was set
    /// back, they are at least far above those that the copy has.
    func renewIfCopy() async throws {
        try await write { database in
            guard try HistoryTable.renewIfCopy(in: database) else { return }
            try UnnamedFiles.waitAgain(in: database)
            try Self.keepUnusedPhotos(until: Timestamp.now.adding(days: UnnamedFiles.days), in: database)
            try database.execute(
                sql: """
                    INSERT INTO lostVersions SELECT value + 1, max(value + 1000000, :unused) FROM counter;
                    UPDATE counter SET value = (SELECT max(last) FROM lostVersions);
                    INSERT INTO sqlite_sequence SELECT 'report', 0
                        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'report');
                    UPDATE sqlite_sequence SET seq = seq + :numbers WHERE name = 'report';
                    """,
                arguments: [
                    "unused": Timestamp.now.milliseconds << 10,
                    "numbers": 100_000 * Int64.random(in: 1...100),
                ])
        }
    }

    func close(emptyingLog emptiesLog: Bool = false) throws { try database.close(emptyingLog: emptiesLog) }
}

extension Database {
    /// Adds an entry to the audit log.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) throws {
        try log(action, subject, by: who)
    }

    /// The version of a change that is being made.
    func nextVersion() throws -> Int64 {
        try execute(sql: "UPDATE counter SET value = value + 1")
        return try Int64.fetchOne(self, sql: "SELECT value FROM counter") ?? 0
    }
}

/// The actions that are remembered, besides ``LoginAction``s.
enum AuditAction: String, AuditedAction {
    case register, addUser, setRole, deleteAccount
    case importLists
    case file, edit, comment, cancel, decide, deleteReport
    case block, unblock
    case export

    var changesLogins: Bool {
        switch self {
        case .setRole, .deleteAccount: true
        case .register, .addUser, .importLists, .file, .edit, .comment, .cancel, .decide, .deleteReport, .block,
            .unblock, .export:
            false
        }
    }
}

extension Row {
    /// A column that holds one of an enumeration's words.
    func word<Word: RawRepresentable>(_ column: String) throws -> Word where Word.RawValue == String {
        let text: String = self[column]
        guard let word = Word(rawValue: text) else { throw unreadable(column, text) }
        return word
    }

    /// The columns `latitude` and `longitude`; `nil` if they are NULL.
    func place() throws -> Place? {
        guard let latitude: Double = self["latitude"], let longitude: Double = self["longitude"] else { return nil }
        guard let place = Place(latitude: latitude, longitude: longitude) else {
            throw unreadable("place", "\(latitude), \(longitude)")
        }
        return place
    }

    func unreadable(_ column: String, _ text: String) -> ServiceError {
        ServiceError(
            ofDatabase: .inputOutput,
            "The database contains the invalid \(column) “\(text.prefix(80))”; restore a backup.")
    }
}

import Accounts
import AppGroup
import GRDB
import Serving
import SessionTables

extension FundStore: SessionTables {
    typealias Holder = User
    typealias Action = AuditAction

    static func row(of name: UserName, in database: Database) throws -> Row? {
        try Row.fetchOne(database, sql: "SELECT * FROM user WHERE name = ?", arguments: [name.description])
    }

    static func holder(_ row: Row) throws -> User {
        User(
            id: AccountID(rawValue: row["id"]), name: UserName(checked: row["name"]), isDisabled: row["isDisabled"],
            created: Timestamp(milliseconds: row["created"]))
    }

    static func required(_ name: UserName, in database: Database) throws -> User {
        guard let row = try row(of: name, in: database) else {
            throw ServiceError(.notFound, "There is no account “\(name)”; fund-server user list shows all.")
        }
        return try holder(row)
    }

    func user(_ name: UserName) async throws -> User? {
        try await read { try Self.row(of: name, in: $0).map(Self.holder) }
    }

    /// Whether there is an account.
    func isAccount(_ id: AccountID) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE id = ?)", arguments: [id.rawValue]) ?? false
        }
    }

    /// Throws `taken` if there is already an account of that name.
    func addUser(
        _ name: UserName, password: PasswordHash, _ action: AuditAction, by who: Attribution
    ) async throws {
        try await write { database in
            guard try Self.row(of: name, in: database) == nil else { throw Self.taken(name) }
            // If there was a restore, or if an account was removed, devices may know versions of an older account of this name.
            try database.execute(
                sql: """
                    INSERT INTO user (name, password, created, counter, history)
                    SELECT ?, ?, ?, iif(max(counter) >> 20 OR count(*) < (SELECT seq FROM sqlite_sequence WHERE name = 'user'),
                        ?, 0), lower(hex(randomblob(8))) FROM user
                    """,
                arguments: [
                    name.description, password.description, who.moment.milliseconds,
                    Self.unusedVersion(at: who.moment),
                ])
            try database.record(action, "account \(database.lastInsertedRowID)", by: who)
        }
    }

    static func taken(_ name: UserName) -> ServiceError {
        ServiceError(.taken, "There is already an account “\(name)”; choose another name, or log in with it.")
    }

    /// Deletes a user with everything that is theirs. The server deletes the bytes of their files within a few hours. Throws `notFound`
    /// if there is no such user.
    func removeUser(_ name: UserName, by who: Attribution) async throws {
        try await changeUser(name) { database, user in
            try database.execute(sql: "DELETE FROM user WHERE id = ?", arguments: [user.id.rawValue])
            try database.record(.removeUser, user.actor, by: who)
            try database.execute(
                sql: "UPDATE audit SET address = NULL WHERE actor = ? OR (actor = ? AND subject = ?)",
                arguments: [user.actor, User.registrant, user.actor])
        }
    }

    /// All accounts, by name.
    func accounts() async throws -> [AccountLine] {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT user.*, \(SessionUse.columns) FROM user ORDER BY name")
            return try rows.map { row in
                AccountLine(
                    user: try Self.holder(row), usage: AccountUsage(objects: row["objects"], bytes: row["bytes"]),
                    sessions: SessionUse(row: row))
            }
        }
    }
}

/// An account and what it takes.
struct AccountLine: Sendable {
    let user: User
    let usage: AccountUsage
    let sessions: SessionUse
}

public import Accounts
public import AppGroup
import Foundation
public import GRDB
public import Serving

/// A database with the tables `session` and `audit`, and a table `user` with the columns `id`, `password` and `isDisabled`. Logging in
/// and out is the same for each server that has them.
///
/// A change that ends sessions, or that changes an account, has an entry in the audit log: ``LoginLog`` looks there for what other
/// processes did.
public protocol SessionTables: CredentialStore {
    /// The actions that this server adds to the audit log.
    associatedtype Action: AuditedAction

    /// The database.
    var database: LockedDatabase { get }
    /// Tells the cache of sessions what has changed.
    var logins: ChangeNotifier<LoginChanges> { get }

    /// The row in the table `user` of the user who logs in with this name; `nil` if there is none.
    static func row(of name: Holder.Name, in database: Database) throws -> Row?
    /// The user in a row.
    static func holder(_ row: Row) throws -> Holder
    /// The user with this name. Throws `notFound` if there is none.
    static func required(_ name: Holder.Name, in database: Database) throws -> Holder
    /// Throws if a change to a user must not happen, such as one after which nobody could administer the server. The change has been
    /// made, and is undone.
    static func checkChange(of user: Holder, in database: Database) throws
}

extension SessionTables {
    /// Reads in one transaction.
    public func read<Value: Sendable>(_ query: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await database.read(query)
    }

    /// Makes a change in one transaction.
    public func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await database.write(change)
    }
}

extension SessionTables {
    /// The user of a name, and the hash of their password.
    public func credentials(of name: Holder.Name) async throws -> AccountCredentials<Holder>? {
        try await read { database in
            guard let row = try Self.row(of: name, in: database) else { return nil }
            return AccountCredentials(user: try Self.holder(row), password: try PasswordHash(row["password"]))
        }
    }

    /// Replaces the hash of a password with another hash of the same password.
    public func replace(_ old: PasswordHash, with new: PasswordHash, of user: AccountID) async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE user SET password = ? WHERE id = ? AND password = ?",
                arguments: [new.description, user.rawValue, old.description])
        }
    }

    /// Replaces a password, and ends the other sessions of the user.
    public func changePassword(
        _ old: PasswordHash, to new: PasswordHash, of name: Holder.Name, in session: Session.ID, by who: Attribution
    ) async throws {
        let user = try await write { database in
            let user = try Self.required(name, in: database)
            let isAlive = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE id = ? AND user = ?)",
                arguments: [session.rawValue, user.id.rawValue])
            guard isAlive == true else {
                throw ServiceError.sessionEnded
            }
            try Self.require(old, of: user.id, in: database)
            try database.execute(
                sql: "UPDATE user SET password = ? WHERE id = ?", arguments: [new.description, user.id.rawValue])
            try Self.deleteSessions(of: user.id, except: session, in: database)
            try database.log(LoginAction.setPassword, user.actor, by: who)
            return user
        }
        logins.note([.account(of: user.id)])
    }

    /// The session of a token and its user.
    public func session(
        of token: TokenHash, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> (Session, Holder)? {
        try await read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT user.*, session.id AS session, session.client, session.created AS begun, session.lastUsed
                    FROM session JOIN user ON user.id = session.user
                    WHERE session.token = ? AND user.isDisabled = 0
                    """, arguments: [Data(token.bytes)])
            guard let row else { return nil }
            let user = try Self.holder(row)
            let session = Session(
                id: Session.ID(rawValue: row["session"]), user: user.id, client: row["client"],
                created: Timestamp(milliseconds: row["begun"]), lastUsed: Timestamp(milliseconds: row["lastUsed"]))
            return lifetime.hasEnded(session, at: now) ? nil : (session, user)
        }
    }

    /// A session of a user; `nil` if it has ended.
    public func session(
        _ id: Session.ID, of user: AccountID, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> Session? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM session WHERE id = ? AND user = ?",
                arguments: [id.rawValue, user.rawValue]
            ).map(Self.session)
        }.flatMap { lifetime.hasEnded($0, at: now) ? nil : $0 }
    }

    /// The right of a user to a transfer, which lasts as long as their session.
    public func right(of identity: AccountIdentity<Holder>?) -> RunningTransfers<LoginChanges>.Right {
        .init(of: identity) { try await self.session($0.id, of: $0.user, alive: .standard, at: .now) }
    }

    /// The sessions of a user that have not ended, newest first.
    public func sessions(of user: AccountID, alive lifetime: SessionLifetime, at now: Timestamp) async throws
        -> [Session]
    {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM session WHERE user = ? ORDER BY created DESC, id",
                arguments: [user.rawValue]
            ).map(Self.session)
        }.filter { !lifetime.hasEnded($0, at: now) }
    }

    private static func session(_ row: Row) -> Session {
        Session(
            id: Session.ID(rawValue: row["id"]), user: AccountID(rawValue: row["user"]), client: row["client"],
            created: Timestamp(milliseconds: row["created"]), lastUsed: Timestamp(milliseconds: row["lastUsed"]))
    }

    /// Adds a session, and ends those of the user that are beyond the limit.
    public func addSession(
        _ session: Session, token: TokenHash, provenBy password: PasswordHash, by who: Attribution
    ) async throws {
        let ended = try await write { database in
            let isWelcome = try Bool.fetchOne(
                database, sql: "SELECT isDisabled = 0 FROM user WHERE id = ?", arguments: [session.user.rawValue])
            guard isWelcome == true else { throw ServiceError.notFound }
            try Self.require(password, of: session.user, in: database)
            // Before the new one is added, so that it stays even if the clock was set back.
            try database.execute(
                sql: """
                    DELETE FROM session WHERE user = ? AND id NOT IN
                        (SELECT id FROM session WHERE user = ? ORDER BY lastUsed DESC, created DESC, id LIMIT ?)
                    """,
                arguments: [session.user.rawValue, session.user.rawValue, Session.mostOfUser - 1])
            let ended = database.changesCount
            if ended > 0 {
                try database.log(LoginAction.endSessions, "\(ended), beyond \(Session.mostOfUser)", by: who)
            }
            try database.execute(
                sql: "INSERT INTO session (id, token, user, client, created, lastUsed) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    session.id.rawValue, Data(token.bytes), session.user.rawValue, session.client,
                    session.created.milliseconds, session.lastUsed.milliseconds,
                ])
            try database.log(LoginAction.logIn, who.actor, by: who)
            return ended
        }
        if ended > 0 { logins.note([.account(of: session.user)]) }
    }

    /// Ends a session.
    public func endSession(_ id: Session.ID, of user: AccountID, by who: Attribution) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE id = ? AND user = ?", arguments: [id.rawValue, user.rawValue])
            guard database.changesCount > 0 else { throw ServiceError.noSuchSession }
            try database.log(LoginAction.logOut, who.actor, by: who)
        }
        logins.note([.session(id, of: user)])
    }

    /// Ends the sessions of a user, except for one.
    public func endSessions(of user: AccountID, except kept: Session.ID?, by who: Attribution) async throws -> Int {
        let count = try await write { database in
            let count = try Self.deleteSessions(of: user, except: kept, in: database)
            try database.log(
                LoginAction.endSessions, "\(count)\(kept.map { ", except \($0.rawValue)" } ?? "")", by: who)
            return count
        }
        logins.note([.account(of: user)])
        return count
    }

    /// Records later times of use.
    public func touch(_ uses: [Session.ID: Timestamp]) async throws {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE session SET lastUsed = max(lastUsed, ?) WHERE id = ?")
            for (session, moment) in uses {
                try statement.execute(arguments: [moment.milliseconds, session.rawValue])
            }
        }
    }

    /// Deletes sessions that have ended.
    public func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE lastUsed <= ? OR created <= ?",
                arguments: [
                    lifetime.earliestUse(at: now).milliseconds, lifetime.earliestCreation(at: now).milliseconds,
                ])
        }
    }

    /// Throws `conflict` if the user's password has changed.
    public static func require(_ password: PasswordHash, of user: AccountID, in database: Database) throws {
        let isSame = try Bool.fetchOne(
            database, sql: "SELECT password = ? FROM user WHERE id = ?",
            arguments: [password.description, user.rawValue])
        guard isSame == true else {
            throw ServiceError.passwordChanged
        }
    }
}

public import Accounts
public import AppGroup
public import GRDB

extension SessionTables {
    /// Any change is allowed.
    public static func checkChange(of user: Holder, in database: Database) throws {}

    /// Changes a user in one transaction, and tells the cache of sessions.
    ///
    /// - Throws: `notFound` if there is no such user, and what ``checkChange(of:in:)`` throws.
    /// - Returns: The user before the change.
    @discardableResult
    public func changeUser(
        _ name: Holder.Name, _ change: @escaping @Sendable (Database, Holder) throws -> Void
    ) async throws -> Holder {
        let user = try await write { database in
            let user = try Self.required(name, in: database)
            try change(database, user)
            try Self.checkChange(of: user, in: database)
            return user
        }
        logins.note([.account(of: user.id)])
        return user
    }

    /// Disables or enables a user on behalf of an administrator. Disabling a user ends their sessions.
    ///
    /// - Returns: The user.
    @discardableResult
    public func setDisabled(_ isDisabled: Bool, _ name: Holder.Name, by who: Attribution) async throws -> Holder {
        try await changeUser(name) { database, user in
            try database.execute(
                sql: "UPDATE user SET isDisabled = ? WHERE id = ?", arguments: [isDisabled, user.id.rawValue])
            if isDisabled { try Self.deleteSessions(of: user.id, in: database) }
            try database.log(isDisabled ? LoginAction.disableUser : .enableUser, user.actor, by: who)
        }
    }

    /// Gives a user another password on behalf of an administrator, and ends all their sessions.
    ///
    /// - Returns: The user.
    @discardableResult
    public func setPassword(
        _ password: PasswordHash, of name: Holder.Name, by who: Attribution
    ) async throws -> Holder {
        try await changeUser(name) { database, user in
            try database.execute(
                sql: "UPDATE user SET password = ? WHERE id = ?", arguments: [password.description, user.id.rawValue])
            try Self.deleteSessions(of: user.id, in: database)
            try database.log(LoginAction.setPassword, user.actor, by: who)
        }
    }

    /// Ends the sessions of a user, except for one.
    ///
    /// - Returns: How many ended.
    @discardableResult
    static func deleteSessions(
        of user: AccountID, except kept: Session.ID? = nil, in database: Database
    ) throws -> Int {
        try database.execute(
            sql: "DELETE FROM session WHERE user = ? AND id IS NOT ?", arguments: [user.rawValue, kept?.rawValue])
        return database.changesCount
    }
}

/// The sessions of a user, for a list of all accounts.
public struct SessionUse: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// When one of them was last used; `nil` if there is none.
    public let lastUsed: Timestamp?

    /// The columns that it is read from, for a query of the table `user`.
    public static let columns = """
        (SELECT count(*) FROM session WHERE session.user = user.id) AS sessions,
        (SELECT max(lastUsed) FROM session WHERE session.user = user.id) AS lastUsed
        """

    /// Reads the ``columns`` of a row.
    public init(row: Row) {
        count = row["sessions"]
        lastUsed = (row["lastUsed"] as Int64?).map { Timestamp(milliseconds: $0) }
    }
}

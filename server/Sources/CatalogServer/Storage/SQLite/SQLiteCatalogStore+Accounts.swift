import Accounts
import AppCatalog
import AppGroup
import GRDB
import Serving

extension SQLiteCatalogStore {
    func user(named name: UserName) async throws -> User? {
        try await read { try Self.user(named: name, in: $0) }
    }

    func user(_ id: User.ID) async throws -> User? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM user WHERE id = ?", arguments: [id.rawValue])
                .map(User.init(row:))
        }
    }

    func users(after name: UserName?, limit: Int) async throws -> [User] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM user WHERE name > ? ORDER BY name LIMIT ?",
                arguments: [name?.description ?? "", max(0, limit)]
            ).map(User.init(row:))
        }
    }

    func credentials(of name: UserName) async throws -> Credentials? {
        try await read { database in
            guard let row = try Row.fetchOne(database, sql: "SELECT * FROM user WHERE name = ?", arguments: ["\(name)"])
            else { return nil }
            return Credentials(user: try User(row: row), password: try PasswordHash(row["password"]))
        }
    }

    func addUser(
        _ name: UserName, role: AccountRole, password: PasswordHash, by who: Attribution
    ) async throws -> User {
        try await write { database in
            guard try Self.user(named: name, in: database) == nil else {
                throw ServiceError.taken("user", name)
            }
            try database.execute(
                sql: "INSERT INTO user (name, role, password, created) VALUES (?, ?, ?, ?)",
                arguments: ["\(name)", role.rawValue, password.description, who.moment.milliseconds])
            try database.record(.addUser, "\(name), \(role.rawValue)", by: who)
            return try Self.requiredUser(name, in: database)
        }
    }

    func changeUser(_ name: UserName, _ change: UserChange, by who: Attribution) async throws {
        try await write { database in
            let user = try Self.requiredUser(name, in: database)
            if let role = change.role {
                try database.execute(
                    sql: "UPDATE user SET role = ? WHERE id = ?", arguments: [role.rawValue, user.id.rawValue])
                try database.record(.setRole, "\(name), \(role.rawValue)", by: who)
            }
            if let isDisabled = change.disabled {
                try database.execute(
                    sql: "UPDATE user SET isDisabled = ? WHERE id = ?", arguments: [isDisabled, user.id.rawValue])
                if isDisabled {
                    try database.execute(sql: "DELETE FROM session WHERE user = ?", arguments: [user.id.rawValue])
                }
                try database.record(isDisabled ? .disableUser : .enableUser, "\(name)", by: who)
            }
            try Self.requireAdministrator(insteadOf: user, in: database)
        }
    }

    func setPassword(_ password: PasswordHash, of name: UserName, by who: Attribution) async throws {
        try await write { database in
            let user = try Self.requiredUser(name, in: database)
            try Self.setPassword(password, of: user, keeping: nil, by: who, in: database)
        }
    }

    func changePassword(
        _ old: PasswordHash, to new: PasswordHash, of name: UserName, in session: Session.ID, by who: Attribution
    ) async throws {
        try await write { database in
            let user = try Self.requiredUser(name, in: database)
            let isAlive = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE id = ? AND user = ?)",
                arguments: [session.rawValue, user.id.rawValue])
            guard isAlive == true else {
                throw ServiceError.sessionEnded
            }
            try Self.require(old, of: user.id, in: database)
            try Self.setPassword(new, of: user, keeping: session, by: who, in: database)
        }
    }

    func replace(_ old: PasswordHash, with new: PasswordHash, of user: User.ID) async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE user SET password = ? WHERE id = ? AND password = ?",
                arguments: [new.description, user.rawValue, old.description])
        }
    }

    func removeUser(_ name: UserName, by who: Attribution) async throws {
        try await write { database in
            let user = try Self.requiredUser(name, in: database)
            try database.execute(sql: "DELETE FROM user WHERE id = ?", arguments: [user.id.rawValue])
            try Self.requireAdministrator(insteadOf: user, in: database)
            try database.record(.removeUser, "\(name)", by: who)
        }
    }

    private static func setPassword(
        _ password: PasswordHash, of user: User, keeping session: Session.ID?, by who: Attribution,
        in database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE user SET password = ? WHERE id = ?", arguments: [password.description, user.id.rawValue])
        try database.execute(
            sql: "DELETE FROM session WHERE user = ? AND id IS NOT ?", arguments: [user.id.rawValue, session?.rawValue])
        try database.record(.setPassword, "\(user.name)", by: who)
    }

    /// Throws `conflict` if the user's password has changed.
    static func require(_ password: PasswordHash, of user: User.ID, in database: Database) throws {
        let isSame = try Bool.fetchOne(
            database, sql: "SELECT password = ? FROM user WHERE id = ?",
            arguments: [password.description, user.rawValue])
        guard isSame == true else {
            throw ServiceError.passwordChanged
        }
    }

    static func user(named name: UserName, in database: Database) throws -> User? {
        try Row.fetchOne(database, sql: "SELECT * FROM user WHERE name = ?", arguments: ["\(name)"]).map(
            User.init(row:))
    }

    static func requiredUser(_ name: UserName, in database: Database) throws -> User {
        guard let user = try user(named: name, in: database) else {
            throw ServiceError.unknown("user", "\(name)")
        }
        return user
    }

    /// Without an administrator, nobody could undo the change.
    private static func requireAdministrator(insteadOf user: User, in database: Database) throws {
        guard user.role == .administrator, !user.isDisabled else { return }
        let isLeft = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE role = ? AND isDisabled = 0)",
            arguments: [AccountRole.administrator.rawValue])
        guard isLeft == true else {
            throw ServiceError.lastAdministrator(user.name)
        }
    }
}

extension User {
    init(row: Row) throws {
        self.init(
            id: ID(rawValue: row["id"]), name: try UserName(row["name"]), role: try row.word("role"),
            isDisabled: row["isDisabled"], created: Timestamp(milliseconds: row["created"]))
    }
}

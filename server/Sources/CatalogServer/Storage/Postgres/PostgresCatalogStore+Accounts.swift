import Accounts
import AppCatalog
import AppGroup
import Serving

extension PostgresCatalogStore {
    /// In the order in which `User.init(row:)` reads them.
    static let userColumns = "id, name, role, isDisabled, created"

    func user(named name: UserName) async throws -> User? {
        try await read("SELECT \(Self.userColumns) FROM \"user\" WHERE name = $1", [.text("\(name)")], User.init(row:))
            .first
    }

    func user(_ id: User.ID) async throws -> User? {
        try await read(
            "SELECT \(Self.userColumns) FROM \"user\" WHERE id = $1", [.integer(id.rawValue)], User.init(row:)
        ).first
    }

    func users(after name: UserName?, limit: Int) async throws -> [User] {
        try await read(
            "SELECT \(Self.userColumns) FROM \"user\" WHERE name > $1 ORDER BY name LIMIT $2",
            [.text(name?.description ?? ""), .integer(Int64(max(0, limit)))], User.init(row:))
    }

    func credentials(of name: UserName) async throws -> Credentials? {
        try await read("SELECT \(Self.userColumns), password FROM \"user\" WHERE name = $1", [.text("\(name)")]) {
            row in
            Credentials(user: try User(row: &row), password: try PasswordHash(row.text()))
        }.first
    }

    func addUser(
        _ name: UserName, role: AccountRole, password: PasswordHash, by who: Attribution
    ) async throws -> User {
        try await write { connection in
            guard try Self.user(named: name, on: connection) == nil else {
                throw ServiceError.taken("user", name)
            }
            try connection.run(
                "INSERT INTO \"user\" (name, role, password, created) VALUES ($1, $2, $3, $4)", .text("\(name)"),
                .text(role.rawValue), .text(password.description), .integer(who.moment.milliseconds))
            try connection.record(.addUser, "\(name), \(role.rawValue)", by: who)
            return try Self.requiredUser(name, on: connection)
        }
    }

    func changeUser(_ name: UserName, _ change: UserChange, by who: Attribution) async throws {
        try await write { connection in
            let user = try Self.requiredUser(name, on: connection)
            if let role = change.role {
                try connection.run(
                    "UPDATE \"user\" SET role = $1 WHERE id = $2", .text(role.rawValue), .integer(user.id.rawValue))
                try connection.record(.setRole, "\(name), \(role.rawValue)", by: who)
            }
            if let isDisabled = change.disabled {
                try connection.run(
                    "UPDATE \"user\" SET isDisabled = $1 WHERE id = $2", .boolean(isDisabled),
                    .integer(user.id.rawValue))
                if isDisabled {
                    try connection.run("DELETE FROM session WHERE \"user\" = $1", .integer(user.id.rawValue))
                }
                try connection.record(isDisabled ? .disableUser : .enableUser, "\(name)", by: who)
            }
            try Self.requireAdministrator(insteadOf: user, on: connection)
        }
    }

    func setPassword(_ password: PasswordHash, of name: UserName, by who: Attribution) async throws {
        try await write { connection in
            let user = try Self.requiredUser(name, on: connection)
            try Self.setPassword(password, of: user, keeping: nil, by: who, on: connection)
        }
    }

    func changePassword(
        _ old: PasswordHash, to new: PasswordHash, of name: UserName, in session: Session.ID, by who: Attribution
    ) async throws {
        try await write { connection in
            let user = try Self.requiredUser(name, on: connection)
            let alive = try connection.run(
                "SELECT 1 FROM session WHERE id = $1 AND \"user\" = $2", .text(session.rawValue),
                .integer(user.id.rawValue)
            ).first { try $0.integer() }
            guard alive != nil else { throw ServiceError.sessionEnded }
            try Self.require(old, of: user.id, on: connection)
            try Self.setPassword(new, of: user, keeping: session, by: who, on: connection)
        }
    }

    func replace(_ old: PasswordHash, with new: PasswordHash, of user: User.ID) async throws {
        try await write { connection in
            _ = try connection.run(
                "UPDATE \"user\" SET password = $1 WHERE id = $2 AND password = $3", .text(new.description),
                .integer(user.rawValue), .text(old.description))
        }
    }

    func removeUser(_ name: UserName, by who: Attribution) async throws {
        try await write { connection in
            let user = try Self.requiredUser(name, on: connection)
            try connection.run("DELETE FROM \"user\" WHERE id = $1", .integer(user.id.rawValue))
            try Self.requireAdministrator(insteadOf: user, on: connection)
            try connection.record(.removeUser, "\(name)", by: who)
        }
    }

    private static func setPassword(
        _ password: PasswordHash, of user: User, keeping session: Session.ID?, by who: Attribution,
        on connection: PostgresConnection
    ) throws {
        try connection.run(
            "UPDATE \"user\" SET password = $1 WHERE id = $2", .text(password.description), .integer(user.id.rawValue))
        try connection.run(
            "DELETE FROM session WHERE \"user\" = $1 AND id IS DISTINCT FROM $2", .integer(user.id.rawValue),
            .optional(session?.rawValue))
        try connection.record(.setPassword, "\(user.name)", by: who)
    }

    /// Throws `conflict` if the user's password has changed.
    static func require(_ password: PasswordHash, of user: User.ID, on connection: PostgresConnection) throws {
        let isSame = try connection.run(
            "SELECT password = $1 FROM \"user\" WHERE id = $2", .text(password.description), .integer(user.rawValue)
        ).first { try $0.boolean() }
        guard isSame == true else {
            throw ServiceError.passwordChanged
        }
    }

    private static func user(named name: UserName, on connection: PostgresConnection) throws -> User? {
        try connection.run("SELECT \(userColumns) FROM \"user\" WHERE name = $1", .text("\(name)"))
            .first(User.init(row:))
    }

    static func requiredUser(_ name: UserName, on connection: PostgresConnection) throws -> User {
        guard let user = try user(named: name, on: connection) else {
            throw ServiceError.unknown("user", "\(name)")
        }
        return user
    }

    /// Without an administrator, nobody could undo the change.
    private static func requireAdministrator(insteadOf user: User, on connection: PostgresConnection) throws {
        guard user.role == .administrator, !user.isDisabled else { return }
        let other = try connection.run(
            "SELECT 1 FROM \"user\" WHERE role = $1 AND NOT isDisabled LIMIT 1",
            .text(AccountRole.administrator.rawValue)
        ).first { try $0.integer() }
        guard other != nil else {
            throw ServiceError.lastAdministrator(user.name)
        }
    }
}

extension User {
    @Sendable init(row: inout PostgresRow) throws {
        self.init(
            id: ID(rawValue: try row.integer()), name: try UserName(row.text()), role: try row.word("role"),
            isDisabled: try row.boolean(), created: try row.moment())
    }
}

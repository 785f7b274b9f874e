import Accounts
import AppCatalog
import AppGroup
import Serving

extension CatalogTables {
    func user(named name: UserName) async throws -> User? {
        try await read(User.query + " WHERE name = $1", .text("\(name)")) { try User(row: &$0) }.first
    }

    func user(_ id: User.ID) async throws -> User? {
        try await read(User.query + " WHERE id = $1", .integer(id.rawValue)) { try User(row: &$0) }.first
    }

    func users(after name: UserName?, limit: Int) async throws -> [User] {
        try await read(
            User.query + " WHERE name > $1 ORDER BY name LIMIT $2", .text(name?.description ?? ""),
            .integer(Int64(max(0, limit)))
        ) { try User(row: &$0) }
    }

    func credentials(of name: UserName) async throws -> Credentials? {
        try await read(#"SELECT \#(User.columns), password FROM "user" WHERE name = $1"#, .text("\(name)")) { row in
            Credentials(user: try User(row: &row), password: try PasswordHash(row.text()))
        }.first
    }

    func addUser(
        _ name: UserName, role: AccountRole, password: PasswordHash, by who: Attribution
    ) async throws -> User {
        try await write { tables in
            guard try tables.user(named: name) == nil else { throw ServiceError.taken("user", name) }
            try tables.execute(
                #"INSERT INTO "user" (name, role, password, created) VALUES ($1, $2, $3, $4)"#, .text("\(name)"),
                .text(role.rawValue), .text(password.description), .integer(who.moment.milliseconds))
            try tables.record(.addUser, "\(name), \(role.rawValue)", by: who)
            return try tables.requiredUser(name)
        }
    }

    func changeUser(_ name: UserName, _ change: UserChange, by who: Attribution) async throws {
        try await write { tables in
            let user = try tables.requiredUser(name)
            if let role = change.role {
                try tables.execute(
                    #"UPDATE "user" SET role = $1 WHERE id = $2"#, .text(role.rawValue), .integer(user.id.rawValue))
                try tables.record(.setRole, "\(name), \(role.rawValue)", by: who)
            }
            if let isDisabled = change.disabled {
                try tables.execute(
                    #"UPDATE "user" SET isDisabled = $1 WHERE id = $2"#, .boolean(isDisabled),
                    .integer(user.id.rawValue))
                if isDisabled { try tables.endSessions(of: user.id, except: nil) }
                try tables.record(isDisabled ? .disableUser : .enableUser, "\(name)", by: who)
            }
            try tables.requireAdministrator(insteadOf: user)
        }
    }

    func setPassword(_ password: PasswordHash, of name: UserName, by who: Attribution) async throws {
        try await write { tables in
            try tables.setPassword(password, of: try tables.requiredUser(name), keeping: nil, by: who)
        }
    }

    func changePassword(
        _ old: PasswordHash, to new: PasswordHash, of name: UserName, in session: Session.ID, by who: Attribution
    ) async throws {
        try await write { tables in
            let user = try tables.requiredUser(name)
            let isAlive = try tables.hasRow(
                #"SELECT 1 FROM session WHERE id = $1 AND "user" = $2"#, .text(session.rawValue),
                .integer(user.id.rawValue))
            guard isAlive else { throw ServiceError.sessionEnded }
            try tables.require(old, of: user.id)
            try tables.setPassword(new, of: user, keeping: session, by: who)
        }
    }

    func replace(_ old: PasswordHash, with new: PasswordHash, of user: User.ID) async throws {
        try await write { tables in
            _ = try tables.execute(
                #"UPDATE "user" SET password = $1 WHERE id = $2 AND password = $3"#, .text(new.description),
                .integer(user.rawValue), .text(old.description))
        }
    }

    func removeUser(_ name: UserName, by who: Attribution) async throws {
        try await write { tables in
            let user = try tables.requiredUser(name)
            try tables.recordEnd(ofMembershipsOf: user.id, in: nil, by: who)
            try tables.recordEnd(ofGrantsTo: .user(name), by: who)
            try tables.execute(#"DELETE FROM "user" WHERE id = $1"#, .integer(user.id.rawValue))
            try tables.requireAdministrator(insteadOf: user)
            try tables.record(.removeUser, "\(name)", by: who)
        }
    }
}

extension CatalogTransaction {
    func requiredUser(_ name: UserName) throws -> User {
        guard let user = try user(named: name) else { throw ServiceError.unknown("user", "\(name)") }
        return user
    }

    /// Throws `conflict` if the user's password has changed.
    func require(_ password: PasswordHash, of user: User.ID) throws {
        let isSame = try first(
            #"SELECT password = $1 FROM "user" WHERE id = $2"#, .text(password.description), .integer(user.rawValue)
        ) { try $0.boolean() }
        guard isSame == true else { throw ServiceError.passwordChanged }
    }

    fileprivate func user(named name: UserName) throws -> User? {
        try first(User.query + " WHERE name = $1", .text("\(name)")) { try User(row: &$0) }
    }

    /// Sets a password, and ends the user's sessions, except for one.
    fileprivate func setPassword(
        _ password: PasswordHash, of user: User, keeping session: Session.ID?, by who: Attribution
    ) throws {
        try execute(
            #"UPDATE "user" SET password = $1 WHERE id = $2"#, .text(password.description), .integer(user.id.rawValue))
        try endSessions(of: user.id, except: session)
        try record(.setPassword, "\(user.name)", by: who)
    }

    /// Without an administrator, no user could undo the change.
    fileprivate func requireAdministrator(insteadOf user: User) throws {
        guard user.role == .administrator, !user.isDisabled else { return }
        let isLeft = try hasRow(
            #"SELECT 1 FROM "user" WHERE role = $1 AND NOT isDisabled LIMIT 1"#,
            .text(AccountRole.administrator.rawValue))
        guard isLeft else { throw ServiceError.lastAdministrator(user.name) }
    }
}

extension User {
    /// In the order in which `init(row:)` reads them.
    static let columns = #""user".id, "user".name, "user".role, "user".isDisabled, "user".created"#
    fileprivate static let query = #"SELECT \#(columns) FROM "user""#

    init(row: inout some CatalogRow) throws {
        self.init(
            id: ID(rawValue: try row.integer()), name: try UserName(row.text()), role: try row.word("role"),
            isDisabled: try row.boolean(), created: try row.moment())
    }
}

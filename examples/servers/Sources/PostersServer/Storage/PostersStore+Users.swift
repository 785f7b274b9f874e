import Accounts
import AppGroup
import GRDB
import Serving
import SessionTables

extension PostersStore: SessionTables {
    typealias Holder = User
    typealias Action = AuditAction

    static func holder(_ row: Row) throws -> User { try User(row: row) }

    func user(_ name: LoginName) async throws -> User? {
        try await read { database in try Self.row(of: name, in: database).map(User.init(row:)) }
    }

    /// Throws `taken` if there is already a user of that mail or phone.
    func addUser(_ new: NewUser, password: PasswordHash, _ action: AuditAction, by who: Attribution) async throws
        -> User
    {
        try await write { database in
            for name in new.names where try Self.row(of: name, in: database) != nil {
                throw ServiceError(.taken, "There is already an account with this \(name.kind); log in with it.")
            }
            try database.execute(
                sql: "INSERT INTO user (name, mail, phone, role, password, created) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    new.fullName, new.mail?.description, new.phone, new.role.rawValue, password.description,
                    who.moment.milliseconds,
                ])
            let id = AccountID(rawValue: database.lastInsertedRowID)
            let user = User(
                id: id, fullName: new.fullName, mail: new.mail, phone: new.phone, role: new.role, isDisabled: false,
                created: who.moment)
            try database.record(action, "\(user.actor), \(new.role.rawValue)", by: who)
            return user
        }
    }

    /// Throws `notFound` if there is no such user.
    @discardableResult
    func setRole(_ role: Role, of name: LoginName, by who: Attribution) async throws -> User {
        try await changeUser(name) { database, user in
            try database.execute(
                sql: "UPDATE user SET role = ? WHERE id = ?", arguments: [role.rawValue, user.id.rawValue])
            try database.record(.setRole, "\(user.actor), \(role.rawValue)", by: who)
        }
    }

    /// Deletes a user with everything personal. Their reports stay, without a reporter.
    ///
    /// - Throws: `conflict` for the last supervisor who may log in, and if the password has changed since it was checked.
    func deleteUser(_ user: User, provenBy password: PasswordHash, by who: Attribution) async throws {
        try await write { database in
            try Self.require(password, of: user.id, in: database)
            // The reports change, so that supervisors' copies of them lose the name, too.
            let numbers = try Int64.fetchAll(
                database, sql: "SELECT number FROM report WHERE reporter = ? ORDER BY number",
                arguments: [user.id.rawValue])
            for number in numbers {
                try database.execute(
                    sql: "UPDATE report SET version = ?, change = 'edited', key = NULL WHERE number = ?",
                    arguments: [try database.nextVersion(), number])
            }
            try database.execute(sql: "DELETE FROM user WHERE id = ?", arguments: [user.id.rawValue])
            try Self.checkChange(of: user, in: database)
            try database.record(.deleteAccount, user.actor, by: who)
            // A registration has no account yet that could be its actor: its subject begins with the new account.
            try database.execute(
                sql: """
                    UPDATE audit SET address = NULL
                    WHERE actor = ? OR (actor = ? AND action = ? AND instr(subject, ?) = 1)
                    """,
                arguments: [user.actor, User.registrant, AuditAction.register.rawValue, "\(user.actor), "])
        }
        logins.note([.account(of: user.id)])
    }

    /// All accounts, by name.
    func accounts() async throws -> [AccountLine] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT user.*, \(SessionUse.columns),
                        (SELECT count(*) FROM report WHERE report.reporter = user.id) AS reports
                    FROM user ORDER BY name, id
                    """)
            return try rows.map { row in
                AccountLine(
                    user: try User(row: row), reports: row["reports"], sessions: SessionUse(row: row))
            }
        }
    }

    /// Throws `forbidden` if a session that a supervisor began has ended, or its user is no longer a supervisor: the body of a
    /// request may have arrived slowly, or an export may take long.
    static func confirmSupervisor(_ session: Session.ID, in database: Database) throws {
        let isAllowed = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM session JOIN user ON user.id = session.user
                    WHERE session.id = ? AND user.role = ? AND user.isDisabled = 0)
                """, arguments: [session.rawValue, Role.supervisor.rawValue])
        guard isAllowed == true else {
            throw ServiceError(.forbidden, "Your permissions have just changed; log in again.")
        }
    }

    /// Throws `conflict` if a supervisor was the last one who may log in, and no longer is one.
    static func checkChange(of user: User, in database: Database) throws {
        guard user.role == .supervisor, !user.isDisabled else { return }
        let isLeft = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE role = 'supervisor' AND isDisabled = 0)")
        guard isLeft == true else {
            throw ServiceError(.conflict, "This is the last supervisor; make another user a supervisor first.")
        }
    }

    static func row(of name: LoginName, in database: Database) throws -> Row? {
        switch name {
        case .mail(let mail):
            try Row.fetchOne(database, sql: "SELECT * FROM user WHERE mail = ?", arguments: [mail.description])
        case .phone(let phone):
            try Row.fetchOne(database, sql: "SELECT * FROM user WHERE phone = ?", arguments: [phone])
        }
    }

    static func required(_ name: LoginName, in database: Database) throws -> User {
        guard let row = try row(of: name, in: database) else {
            throw ServiceError(
                .notFound, "There is no account with this \(name.kind); posters-server user list shows all.")
        }
        return try User(row: row)
    }
}

/// An account and its use.
struct AccountLine: Sendable {
    let user: User
    /// How many reports it filed that still exist.
    let reports: Int
    let sessions: SessionUse
}

/// An account to make.
struct NewUser: Sendable {
    let fullName: String
    let mail: MailAddress?
    let phone: String?
    let role: Role

    var names: [LoginName] { [mail.map(LoginName.mail), phone.map(LoginName.phone)].compactMap { $0 } }
}

extension LoginName {
    /// How sentences call it.
    var kind: String {
        switch self {
        case .mail: "mail address"
        case .phone: "phone number"
        }
    }
}

extension User {
    init(row: Row) throws {
        let mail: String? = row["mail"]
        self.init(
            id: AccountID(rawValue: row["id"]), fullName: row["name"], mail: mail.flatMap { MailAddress($0) },
            phone: row["phone"], role: try row.word("role"), isDisabled: row["isDisabled"],
            created: Timestamp(milliseconds: row["created"]))
    }
}

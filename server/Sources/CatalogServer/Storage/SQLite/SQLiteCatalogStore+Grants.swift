import Accounts
import AppCatalog
import AppGroup
import GRDB
import Serving

extension SQLiteCatalogStore {
    func grants() async throws -> [Grant] {
        try await read { database in
            try Row.fetchAll(database, sql: Self.grantQuery + " ORDER BY permission.id").map(Grant.init(row:))
        }
    }

    func access(of user: User.ID) async throws -> Access {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT package, channel FROM permission WHERE user = :user
                    UNION ALL
                    SELECT permission.package, permission.channel FROM membership
                        JOIN permission ON permission.team = membership.team WHERE membership.user = :user
                    UNION ALL
                    SELECT package, channel FROM permission WHERE user IS NULL AND team IS NULL
                    """, arguments: ["user": user.rawValue])
            let teams = try Int64.fetchAll(
                database, sql: "SELECT team FROM membership WHERE user = ?", arguments: [user.rawValue])
            var access = Access(packages: [:], everything: nil, teams: Set(teams.map(Team.ID.init)))
            for row in rows {
                let channel: ReleaseChannel = try row.word("channel")
                access.add(try (row["package"] as String?).map { try AppID($0) }, channel)
            }
            return access
        }
    }

    func addGrant(
        of scope: Grant.Scope, to subject: Grant.Subject, channel: ReleaseChannel, by who: Attribution
    ) async throws -> Grant {
        try await write { database in
            let (user, team) = try Self.holders(of: subject, in: database)
            let id = try Int64.fetchOne(
                database,
                sql: """
                    INSERT INTO permission (user, team, package, channel, created) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (ifnull(user, 0), ifnull(team, 0), ifnull(package, '') COLLATE NOCASE)
                    DO UPDATE SET channel = excluded.channel
                    RETURNING id
                    """, arguments: [user, team, scope.package?.description, channel.rawValue, who.moment.milliseconds])
            guard
                let row = try Row.fetchOne(
                    database, sql: Self.grantQuery + " WHERE permission.id = ?", arguments: [id])
            else { throw ServiceError.notFound }
            let grant = try Grant(row: row)
            try database.record(.addGrant, "\(grant)", by: who)
            return grant
        }
    }

    func removeGrant(_ id: Grant.ID, by who: Attribution) async throws {
        try await write { database in
            guard
                let row = try Row.fetchOne(
                    database, sql: Self.grantQuery + " WHERE permission.id = ?", arguments: [id.rawValue])
            else { throw ServiceError(.notFound, "There is no grant \(id.rawValue).") }
            try database.execute(sql: "DELETE FROM permission WHERE id = ?", arguments: [id.rawValue])
            try database.record(.removeGrant, "\(try Grant(row: row))", by: who)
        }
    }

    private static func holders(of subject: Grant.Subject, in database: Database) throws -> (Int64?, Int64?) {
        switch subject {
        case .user(let name): (try requiredUser(name, in: database).id.rawValue, nil)
        case .team(let name): (nil, try requiredTeam(name, in: database))
        case .everyone: (nil, nil)
        }
    }

    private static let grantQuery = """
        SELECT permission.*, user.name AS userName, team.name AS teamName FROM permission
        LEFT JOIN user ON user.id = permission.user LEFT JOIN team ON team.id = permission.team
        """
}

extension Grant {
    fileprivate init(row: Row) throws {
        let subject: Subject
        if let user = row["userName"] as String? {
            subject = .user(try UserName(user))
        } else if let team = row["teamName"] as String? {
            subject = .team(try TeamName(team))
        } else {
            subject = .everyone
        }
        let package = try (row["package"] as String?).map { try AppID($0) }
        self.init(
            id: ID(rawValue: row["id"]), subject: subject, scope: package.map(Scope.package) ?? .everything,
            channel: try row.word("channel"), created: Timestamp(milliseconds: row["created"]))
    }
}

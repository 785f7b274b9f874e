import Accounts
import AppCatalog
import AppGroup
import Serving

extension CatalogTables {
    func grants() async throws -> [Grant] {
        try await read(Grant.query + " ORDER BY permission.id") { try Grant(row: &$0) }
    }

    func access(of user: User.ID) async throws -> Access {
        let rows = try await read(
            """
            SELECT CAST(NULL AS bigint), package, channel FROM permission WHERE "user" = $1
            UNION ALL
            SELECT membership.team, permission.package, permission.channel FROM membership
                LEFT JOIN permission ON permission.team = membership.team WHERE membership."user" = $1
            UNION ALL
            SELECT NULL, package, channel FROM permission WHERE "user" IS NULL AND team IS NULL
            """, .integer(user.rawValue)
        ) { row in (team: try row.optionalInteger(), package: try row.optionalText(), channel: try row.optionalText()) }
        var access = Access(packages: [:], everything: nil, teams: Set(rows.compactMap { $0.team.map(Team.ID.init) }))
        for row in rows {
            // A team without a grant.
            guard let word = row.channel else { continue }
            guard let channel = ReleaseChannel(rawValue: word) else { throw ServiceError.unreadable("channel", word) }
            access.add(try row.package.map { try AppID($0) }, channel)
        }
        return access
    }

    func addGrant(
        of scope: Grant.Scope, to subject: Grant.Subject, channel: ReleaseChannel, by who: Attribution
    ) async throws -> AddedGrant {
        try await write { tables in
            let (user, team) = try tables.holders(of: subject)
            let id = try tables.first(
                """
                INSERT INTO permission ("user", team, package, channel, created) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (\(Transaction.dialect.grantKey)) DO UPDATE SET channel = permission.channel
                RETURNING id
                """, .optional(user), .optional(team), .optional(scope.package?.description), .text(channel.rawValue),
                .integer(who.moment.milliseconds)
            ) { try $0.integer() }
            guard let id, var grant = try tables.grant(id) else { throw ServiceError.notFound }
            let previous = grant.channel == channel ? nil : grant.channel
            if previous != nil {
                try tables.execute(
                    "UPDATE permission SET channel = $1 WHERE id = $2", .text(channel.rawValue), .integer(id))
                grant.channel = channel
            }
            let change = previous.map { ", changed from \($0.rawValue) to \(channel.rawValue)" } ?? ""
            try tables.record(.addGrant, "\(grant)\(change)", by: who)
            return AddedGrant(grant: grant, previousChannel: previous)
        }
    }

    func removeGrant(_ id: Grant.ID, by who: Attribution) async throws {
        try await write { tables in
            guard let grant = try tables.grant(id.rawValue) else {
                throw ServiceError(.notFound, "There is no grant \(id.rawValue).")
            }
            try tables.execute("DELETE FROM permission WHERE id = $1", .integer(id.rawValue))
            try tables.record(.removeGrant, "\(grant)", by: who)
        }
    }
}

extension CatalogTransaction {
    fileprivate func grant(_ id: Int64) throws -> Grant? {
        try first(Grant.query + " WHERE permission.id = $1", .integer(id)) { try Grant(row: &$0) }
    }

    /// Notes in the audit log that all grants to a user or a team end with the user or the team.
    func recordEnd(ofGrantsTo subject: Grant.Subject, by who: Attribution) throws {
        let (user, team) = try holders(of: subject)
        let ended = try rows(
            Grant.query + #" WHERE permission."user" = $1 OR permission.team = $2 ORDER BY permission.id"#,
            [.optional(user), .optional(team)]
        ) { try Grant(row: &$0) }
        for grant in ended { try record(.removeGrant, "\(grant)", by: who) }
    }

    fileprivate func holders(of subject: Grant.Subject) throws -> (user: Int64?, team: Int64?) {
        switch subject {
        case .user(let name): (try requiredUser(name).id.rawValue, nil)
        case .team(let name): (nil, try requiredTeam(name))
        case .everyone: (nil, nil)
        }
    }
}

extension Grant {
    fileprivate static let query = """
        SELECT permission.id, "user".name, team.name, permission.package, permission.channel, permission.created
        FROM permission LEFT JOIN "user" ON "user".id = permission."user" LEFT JOIN team ON team.id = permission.team
        """

    /// Reads a row of ``query``.
    fileprivate init(row: inout some CatalogRow) throws {
        let id = ID(rawValue: try row.integer())
        let (user, team) = (try row.optionalText(), try row.optionalText())
        let subject: Subject
        if let user {
            subject = .user(try UserName(user))
        } else if let team {
            subject = .team(try TeamName(team))
        } else {
            subject = .everyone
        }
        let package = try row.optionalText().map { try AppID($0) }
        self.init(
            id: id, subject: subject, scope: package.map(Scope.package) ?? .everything,
            channel: try row.word("channel"), created: try row.moment())
    }
}

import Accounts
import AppGroup
import Serving

extension CatalogTables {
    func teams() async throws -> [Team] {
        let rows = try await read(
            """
            SELECT team.name, team.created, "user".name FROM team
            LEFT JOIN membership ON membership.team = team.id LEFT JOIN "user" ON "user".id = membership."user"
            ORDER BY team.name, "user".name
            """
        ) { row in
            (
                team: try TeamName(row.text()), created: try row.moment(),
                member: try row.optionalText().map { try UserName($0) }
            )
        }
        var teams: [Team] = []
        for row in rows {
            let others = teams.last?.name == row.team ? teams.removeLast().members : []
            teams.append(Team(name: row.team, created: row.created, members: others + (row.member.map { [$0] } ?? [])))
        }
        return teams
    }

    func teams(of users: [User.ID]) async throws -> [User.ID: [TeamName]] {
        let rows = try await read(
            """
            SELECT membership."user", team.name FROM membership JOIN team ON team.id = membership.team
            WHERE membership."user" \(Transaction.dialect.isAmong("$1")) ORDER BY team.name
            """, .integers(users.map(\.rawValue))
        ) { row in (user: User.ID(rawValue: try row.integer()), team: try TeamName(row.text())) }
        let teams = Dictionary(grouping: rows, by: \.user).mapValues { $0.map(\.team) }
        return Dictionary(users.map { ($0, teams[$0] ?? []) }) { $1 }
    }

    func addTeam(_ name: TeamName, members: [UserName], by who: Attribution) async throws -> Team {
        try await write { tables in
            let users = try members.map(tables.requiredUser)
            guard try tables.team(name) == nil else { throw ServiceError.taken("team", name) }
            try tables.execute(
                "INSERT INTO team (name, created) VALUES ($1, $2)", .text("\(name)"), .integer(who.moment.milliseconds))
            try tables.record(.addTeam, "\(name)", by: who)
            try tables.add(users, to: name, by: who)
            return Team(name: name, created: who.moment, members: users.map(\.name).sorted())
        }
    }

    func removeTeam(_ name: TeamName, by who: Attribution) async throws {
        try await write { tables in
            let team = try tables.requiredTeam(name)
            try tables.recordEnd(ofMembershipsOf: nil, in: team, by: who)
            try tables.recordEnd(ofGrantsTo: .team(name), by: who)
            try tables.execute("DELETE FROM team WHERE id = $1", .integer(team))
            try tables.record(.removeTeam, "\(name)", by: who)
        }
    }

    func addMembers(_ users: [UserName], to team: TeamName, by who: Attribution) async throws {
        try await write { tables in try tables.add(try users.map(tables.requiredUser), to: team, by: who) }
    }

    func removeMembers(_ users: [UserName], from team: TeamName, by who: Attribution) async throws {
        try await write { tables in
            let members = try users.map(tables.requiredUser)
            let teamID = try tables.requiredTeam(team)
            for member in members {
                let removed = try tables.execute(
                    #"DELETE FROM membership WHERE "user" = $1 AND team = $2"#, .integer(member.id.rawValue),
                    .integer(teamID))
                guard removed > 0 else { throw ServiceError.notMember(member.name, of: team) }
                try tables.record(.removeMember, "\(team), \(member.name)", by: who)
            }
        }
    }
}

extension CatalogTransaction {
    func requiredTeam(_ name: TeamName) throws -> Int64 {
        guard let team = try team(name) else { throw ServiceError.unknown("team", "\(name)") }
        return team
    }

    /// Notes in the audit log that all memberships of a user, or in a team, end with the user or the team.
    func recordEnd(ofMembershipsOf user: User.ID?, in team: Int64?, by who: Attribution) throws {
        let ended = try rows(
            """
            SELECT team.name, "user".name FROM membership
            JOIN team ON team.id = membership.team JOIN "user" ON "user".id = membership."user"
            WHERE membership."user" = $1 OR membership.team = $2 ORDER BY team.name, "user".name
            """, [.optional(user?.rawValue), .optional(team)]
        ) { row in (team: try row.text(), user: try row.text()) }
        for membership in ended { try record(.removeMember, "\(membership.team), \(membership.user)", by: who) }
    }

    fileprivate func add(_ users: [User], to team: TeamName, by who: Attribution) throws {
        let teamID = try requiredTeam(team)
        for user in users {
            let added = try execute(
                #"INSERT INTO membership ("user", team) VALUES ($1, $2) ON CONFLICT DO NOTHING"#,
                .integer(user.id.rawValue), .integer(teamID))
            if added > 0 { try record(.addMember, "\(team), \(user.name)", by: who) }
        }
    }

    fileprivate func team(_ name: TeamName) throws -> Int64? {
        try first("SELECT id FROM team WHERE name = $1", .text("\(name)")) { try $0.integer() }
    }
}

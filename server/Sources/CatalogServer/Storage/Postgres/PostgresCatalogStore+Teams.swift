import Accounts
import AppGroup
import Serving

extension PostgresCatalogStore {
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
            WHERE membership."user" = ANY ($1::bigint[]) ORDER BY team.name
            """, [.integers(users.map(\.rawValue))]
        ) { row in (user: User.ID(rawValue: try row.integer()), team: try TeamName(row.text())) }
        let teams = Dictionary(grouping: rows, by: \.user).mapValues { $0.map(\.team) }
        return Dictionary(users.map { ($0, teams[$0] ?? []) }) { $1 }
    }

    func addTeam(_ name: TeamName, by who: Attribution) async throws -> Team {
        try await write { connection in
            guard try Self.team(name, on: connection) == nil else {
                throw ServiceError.taken("team", name)
            }
            try connection.run(
                "INSERT INTO team (name, created) VALUES ($1, $2)", .text("\(name)"), .integer(who.moment.milliseconds))
            try connection.record(.addTeam, "\(name)", by: who)
            return Team(name: name, created: who.moment, members: [])
        }
    }

    func removeTeam(_ name: TeamName, by who: Attribution) async throws {
        try await write { connection in
            let team = try Self.requiredTeam(name, on: connection)
            try connection.run("DELETE FROM team WHERE id = $1", .integer(team))
            try connection.record(.removeTeam, "\(name)", by: who)
        }
    }

    func addMember(_ user: UserName, to team: TeamName, by who: Attribution) async throws {
        try await write { connection in
            let member = try Self.requiredUser(user, on: connection).id.rawValue
            let teamID = try Self.requiredTeam(team, on: connection)
            let added = try connection.run(
                "INSERT INTO membership (\"user\", team) VALUES ($1, $2) ON CONFLICT DO NOTHING", .integer(member),
                .integer(teamID))
            if added.changedRows > 0 { try connection.record(.addMember, "\(team), \(user)", by: who) }
        }
    }

    func removeMember(_ user: UserName, from team: TeamName, by who: Attribution) async throws {
        try await write { connection in
            let member = try Self.requiredUser(user, on: connection).id.rawValue
            let teamID = try Self.requiredTeam(team, on: connection)
            let removed = try connection.run(
                "DELETE FROM membership WHERE \"user\" = $1 AND team = $2", .integer(member), .integer(teamID))
            guard removed.changedRows > 0 else {
                throw ServiceError.notMember(user, of: team)
            }
            try connection.record(.removeMember, "\(team), \(user)", by: who)
        }
    }

    private static func team(_ name: TeamName, on connection: PostgresConnection) throws -> Int64? {
        try connection.run("SELECT id FROM team WHERE name = $1", .text("\(name)")).first { try $0.integer() }
    }

    static func requiredTeam(_ name: TeamName, on connection: PostgresConnection) throws -> Int64 {
        guard let team = try team(name, on: connection) else {
            throw ServiceError.unknown("team", "\(name)")
        }
        return team
    }
}

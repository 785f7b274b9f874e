import Accounts
import AppGroup
import GRDB
import Serving

extension SQLiteCatalogStore {
    func teams() async throws -> [Team] {
        try await read { database in
            let members = try Row.fetchAll(
                database,
                sql: """
                    SELECT membership.team AS team, user.name AS name FROM membership JOIN user ON user.id = membership.user
                    ORDER BY user.name
                    """)
            let byTeam = try Dictionary(grouping: members) { $0["team"] as Int64 }.mapValues { rows in
                try rows.map { try UserName($0["name"]) }
            }
            return try Row.fetchAll(database, sql: "SELECT * FROM team ORDER BY name").map { row in
                Team(
                    name: try TeamName(row["name"]), created: Timestamp(milliseconds: row["created"]),
                    members: byTeam[row["id"]] ?? [])
            }
        }
    }

    func teams(of users: [User.ID]) async throws -> [User.ID: [TeamName]] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT team.name FROM membership JOIN team ON team.id = membership.team
                    WHERE membership.user = ? ORDER BY team.name
                    """)
            return try Dictionary(
                users.map { user in
                    (user, try String.fetchAll(statement, arguments: [user.rawValue]).map { try TeamName($0) })
                }
            ) { $1 }
        }
    }

    func addTeam(_ name: TeamName, by who: Attribution) async throws -> Team {
        try await write { database in
            guard try Self.team(name, in: database) == nil else {
                throw ServiceError.taken("team", name)
            }
            try database.execute(
                sql: "INSERT INTO team (name, created) VALUES (?, ?)", arguments: ["\(name)", who.moment.milliseconds])
            try database.record(.addTeam, "\(name)", by: who)
            return Team(name: name, created: who.moment, members: [])
        }
    }

    func removeTeam(_ name: TeamName, by who: Attribution) async throws {
        try await write { database in
            let team = try Self.requiredTeam(name, in: database)
            try database.execute(sql: "DELETE FROM team WHERE id = ?", arguments: [team])
            try database.record(.removeTeam, "\(name)", by: who)
        }
    }

    func addMember(_ user: UserName, to team: TeamName, by who: Attribution) async throws {
        try await write { database in
            let member = try Self.requiredUser(user, in: database).id.rawValue
            let teamID = try Self.requiredTeam(team, in: database)
            try database.execute(
                sql: "INSERT INTO membership (user, team) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [member, teamID])
            if database.changesCount > 0 { try database.record(.addMember, "\(team), \(user)", by: who) }
        }
    }

    func removeMember(_ user: UserName, from team: TeamName, by who: Attribution) async throws {
        try await write { database in
            let member = try Self.requiredUser(user, in: database).id.rawValue
            let teamID = try Self.requiredTeam(team, in: database)
            try database.execute(
                sql: "DELETE FROM membership WHERE user = ? AND team = ?", arguments: [member, teamID])
            guard database.changesCount > 0 else {
                throw ServiceError.notMember(user, of: team)
            }
            try database.record(.removeMember, "\(team), \(user)", by: who)
        }
    }

    static func team(_ name: TeamName, in database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT id FROM team WHERE name = ?", arguments: ["\(name)"])
    }

    static func requiredTeam(_ name: TeamName, in database: Database) throws -> Int64 {
        guard let team = try team(name, in: database) else {
            throw ServiceError.unknown("team", "\(name)")
        }
        return team
    }
}

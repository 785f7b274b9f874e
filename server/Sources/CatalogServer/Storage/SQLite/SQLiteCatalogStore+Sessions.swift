import Accounts
import AppGroup
import Foundation
import GRDB
import Serving

extension SQLiteCatalogStore {
    func session(
        of token: TokenHash, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> (Session, User)? {
        try await read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT session.id, session.user, session.client, session.created, session.lastUsed, user.name, user.role,
                        user.isDisabled, user.created AS userCreated
                    FROM session JOIN user ON user.id = session.user
                    WHERE session.token = ? AND user.isDisabled = 0
                    """, arguments: [Data(token.bytes)])
            guard let row else { return nil }
            let session = Session(row: row)
            guard !lifetime.hasEnded(session, at: now) else { return nil }
            let user = User(
                id: session.user, name: try UserName(row["name"]), role: try row.word("role"), isDisabled: false,
                created: Timestamp(milliseconds: row["userCreated"]))
            return (session, user)
        }
    }

    func sessions(of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> [Session] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM session WHERE user = ? ORDER BY created DESC, id",
                arguments: [user.rawValue]
            ).map(Session.init(row:)).filter { !lifetime.hasEnded($0, at: now) }
        }
    }

    func addSession(
        _ session: Session, token: TokenHash, provenBy password: PasswordHash, by who: Attribution
    ) async throws {
        try await write { database in
            let isWelcome = try Bool.fetchOne(
                database, sql: "SELECT isDisabled = 0 FROM user WHERE id = ?", arguments: [session.user.rawValue])
            guard isWelcome == true else { throw ServiceError.notFound }
            try Self.require(password, of: session.user, in: database)
            try database.execute(
                sql: "INSERT INTO session (id, token, user, client, created, lastUsed) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    session.id.rawValue, Data(token.bytes), session.user.rawValue, session.client,
                    session.created.milliseconds, session.lastUsed.milliseconds,
                ])
            try database.record(.logIn, session.client, by: who)
        }
    }

    func endSession(_ id: Session.ID, of user: User.ID, by who: Attribution) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE id = ? AND user = ?", arguments: [id.rawValue, user.rawValue])
            guard database.changesCount > 0 else { throw ServiceError.noSuchSession }
            try database.record(.logOut, id.rawValue, by: who)
        }
    }

    func endSessions(of user: User.ID, by who: Attribution) async throws -> Int {
        try await write { database in
            let name = try String.fetchOne(
                database, sql: "SELECT name FROM user WHERE id = ?", arguments: [user.rawValue])
            try database.execute(sql: "DELETE FROM session WHERE user = ?", arguments: [user.rawValue])
            let count = database.changesCount
            try database.record(.endSessions, "\(name ?? ""), \(count)", by: who)
            return count
        }
    }

    func touch(_ uses: [Session.ID: Timestamp]) async throws {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE session SET lastUsed = max(lastUsed, ?) WHERE id = ?")
            for (session, moment) in uses {
                try statement.execute(arguments: [moment.milliseconds, session.rawValue])
            }
        }
    }

    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE lastUsed <= ? OR created <= ?",
                arguments: [
                    lifetime.earliestUse(at: now).milliseconds, lifetime.earliestCreation(at: now).milliseconds,
                ])
        }
    }
}

extension Session {
    init(row: Row) {
        self.init(
            id: ID(rawValue: row["id"]), user: User.ID(rawValue: row["user"]), client: row["client"],
            created: Timestamp(milliseconds: row["created"]), lastUsed: Timestamp(milliseconds: row["lastUsed"]))
    }
}

import Accounts
import AppGroup
import Serving

extension PostgresCatalogStore {
    private static let sessionColumns =
        "session.id, session.\"user\", session.client, session.created, session.lastUsed"

    func session(
        of token: TokenHash, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> (Session, User)? {
        let found = try await read(
            """
            SELECT \(Self.sessionColumns), "user".id, "user".name, "user".role, "user".isDisabled, "user".created
            FROM session JOIN "user" ON "user".id = session."user" WHERE session.token = $1 AND NOT "user".isDisabled
            """, [.bytes(token.bytes)]
        ) { row in (try Session(row: &row), try User(row: &row)) }
        return found.first { !lifetime.hasEnded($0.0, at: now) }
    }

    func sessions(of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> [Session] {
        try await read(
            "SELECT \(Self.sessionColumns) FROM session WHERE \"user\" = $1 ORDER BY created DESC, id",
            [.integer(user.rawValue)], Session.init(row:)
        ).filter { !lifetime.hasEnded($0, at: now) }
    }

    func addSession(
        _ session: Session, token: TokenHash, provenBy password: PasswordHash, by who: Attribution
    ) async throws {
        try await write { connection in
            let isWelcome = try connection.run(
                "SELECT NOT isDisabled FROM \"user\" WHERE id = $1", .integer(session.user.rawValue)
            ).first { try $0.boolean() }
            guard isWelcome == true else { throw ServiceError.notFound }
            try Self.require(password, of: session.user, on: connection)
            try connection.run(
                """
                INSERT INTO session (id, token, "user", client, created, lastUsed) VALUES ($1, $2, $3, $4, $5, $6)
                """,
                .text(session.id.rawValue), .bytes(token.bytes), .integer(session.user.rawValue), .text(session.client),
                .integer(session.created.milliseconds), .integer(session.lastUsed.milliseconds))
            try connection.record(.logIn, session.client, by: who)
        }
    }

    func endSession(_ id: Session.ID, of user: User.ID, by who: Attribution) async throws {
        try await write { connection in
            let ended = try connection.run(
                "DELETE FROM session WHERE id = $1 AND \"user\" = $2", .text(id.rawValue), .integer(user.rawValue))
            guard ended.changedRows > 0 else { throw ServiceError.noSuchSession }
            try connection.record(.logOut, id.rawValue, by: who)
        }
    }

    func endSessions(of user: User.ID, by who: Attribution) async throws -> Int {
        try await write { connection in
            let name = try connection.run("SELECT name FROM \"user\" WHERE id = $1", .integer(user.rawValue))
                .first { try $0.text() }
            let count = try connection.run("DELETE FROM session WHERE \"user\" = $1", .integer(user.rawValue))
                .changedRows
            try connection.record(.endSessions, "\(name ?? ""), \(count)", by: who)
            return count
        }
    }

    func touch(_ uses: [Session.ID: Timestamp]) async throws {
        // In one order, so that two servers that touch the same sessions don't wait for each other.
        let sorted = uses.sorted { $0.key.rawValue < $1.key.rawValue }
        try await write { connection in
            _ = try connection.run(
                """
                UPDATE session SET lastUsed = greatest(lastUsed, used.moment)
                FROM unnest($1::text[], $2::bigint[]) AS used (id, moment) WHERE session.id = used.id COLLATE "C"
                """, .texts(sorted.map(\.key.rawValue)), .integers(sorted.map(\.value.milliseconds)))
        }
    }

    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws {
        try await write { connection in
            _ = try connection.run(
                "DELETE FROM session WHERE lastUsed <= $1 OR created <= $2",
                .integer(lifetime.earliestUse(at: now).milliseconds),
                .integer(lifetime.earliestCreation(at: now).milliseconds))
        }
        try await journal.prune()
    }
}

extension Session {
    @Sendable fileprivate init(row: inout PostgresRow) throws {
        self.init(
            id: ID(rawValue: try row.text()), user: User.ID(rawValue: try row.integer()), client: try row.text(),
            created: try row.moment(), lastUsed: try row.moment())
    }
}

import Accounts
import AppGroup
import Serving

extension CatalogTables {
    func session(
        of token: TokenHash, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> (Session, User)? {
        let found = try await read(
            """
            SELECT \(Session.columns), \(User.columns) FROM session JOIN "user" ON "user".id = session."user"
            WHERE session.token = $1 AND NOT "user".isDisabled
            """, .bytes(token.bytes)
        ) { row in (try Session(row: &row), try User(row: &row)) }
        return found.first { !lifetime.hasEnded($0.0, at: now) }
    }

    func session(
        _ id: Session.ID, of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> Session? {
        let found = try await read(
            #"SELECT \#(Session.columns) FROM session WHERE id = $1 AND "user" = $2"#, .text(id.rawValue),
            .integer(user.rawValue)
        ) { try Session(row: &$0) }
        return found.first { !lifetime.hasEnded($0, at: now) }
    }

    func sessions(of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> [Session] {
        try await read(
            """
            SELECT \(Session.columns) FROM
                (SELECT * FROM session WHERE "user" = $1 ORDER BY \(Session.latestUseFirst) LIMIT $2) AS session
            ORDER BY created DESC, id
            """, .integer(user.rawValue), .integer(Int64(Session.mostOfUser))
        ) { try Session(row: &$0) }.filter { !lifetime.hasEnded($0, at: now) }
    }

    func addSession(
        _ session: Session, token: TokenHash, provenBy password: PasswordHash, by who: Attribution
    ) async throws {
        try await write { tables in
            let isWelcome = try tables.first(
                #"SELECT NOT isDisabled FROM "user" WHERE id = $1"#, .integer(session.user.rawValue)
            ) { try $0.boolean() }
            guard isWelcome == true else { throw ServiceError.notFound }
            try tables.require(password, of: session.user)
            // Before the new one is added, so that it stays even if this server's clock is behind.
            let ended = try tables.execute(
                """
                DELETE FROM session WHERE "user" = $1 AND id NOT IN
                    (SELECT id FROM session WHERE "user" = $1 ORDER BY \(Session.latestUseFirst) LIMIT $2)
                """, .integer(session.user.rawValue), .integer(Int64(Session.mostOfUser - 1)))
            if ended > 0 {
                try tables.record(
                    .endSessions, "\(tables.name(of: session.user)), \(ended), beyond \(Session.mostOfUser)", by: who)
            }
            try tables.execute(
                """
                INSERT INTO session (id, token, "user", client, created, lastUsed) VALUES ($1, $2, $3, $4, $5, $6)
                """,
                .text(session.id.rawValue), .bytes(token.bytes), .integer(session.user.rawValue), .text(session.client),
                .integer(session.created.milliseconds), .integer(session.lastUsed.milliseconds))
            try tables.record(.logIn, "\(session.id.rawValue), \(session.client)", by: who)
        }
    }

    func endSession(_ id: Session.ID, of user: User.ID, by who: Attribution) async throws {
        // PostgreSQL can't even look for a text with a zero byte.
        guard !id.rawValue.utf8.contains(0) else { throw ServiceError.noSuchSession }
        try await write { tables in
            let ended = try tables.execute(
                #"DELETE FROM session WHERE id = $1 AND "user" = $2"#, .text(id.rawValue), .integer(user.rawValue))
            guard ended > 0 else { throw ServiceError.noSuchSession }
            try tables.record(.logOut, "\(tables.name(of: user)), \(id.rawValue)", by: who)
        }
    }

    func endSessions(of user: User.ID, except kept: Session.ID?, by who: Attribution) async throws -> Int {
        try await write { tables in
            let count = try tables.endSessions(of: user, except: kept)
            let exception = kept.map { ", except \($0.rawValue)" } ?? ""
            if count > 0 || kept == nil {
                try tables.record(.endSessions, "\(tables.name(of: user)), \(count)\(exception)", by: who)
            }
            return count
        }
    }

    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws {
        try await write { try $0.forgetSessions(beyond: lifetime, at: now) }
    }
}

extension CatalogTransaction {
    /// Ends the sessions of a user.
    ///
    /// - Parameter kept: The session that stays; `nil` to end all.
    /// - Returns: How many ended.
    @discardableResult
    func endSessions(of user: User.ID, except kept: Session.ID?) throws -> Int {
        try execute(
            #"DELETE FROM session WHERE "user" = $1 AND id IS DISTINCT FROM $2"#, .integer(user.rawValue),
            .optional(kept?.rawValue))
    }

    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) throws {
        try execute(
            "DELETE FROM session WHERE lastUsed <= $1 OR created <= $2",
            .integer(lifetime.earliestUse(at: now).milliseconds),
            .integer(lifetime.earliestCreation(at: now).milliseconds))
    }

    /// A user's name; empty if they have been removed.
    fileprivate func name(of user: User.ID) throws -> String {
        try first(#"SELECT name FROM "user" WHERE id = $1"#, .integer(user.rawValue)) { try $0.text() } ?? ""
    }
}

extension Session {
    /// The order in which the sessions beyond the limit come last.
    fileprivate static let latestUseFirst = "lastUsed DESC, created DESC, id"

    /// In the order in which `init(row:)` reads them.
    fileprivate static let columns =
        #"session.id, session."user", session.client, session.created, session.lastUsed"#

    fileprivate init(row: inout some CatalogRow) throws {
        self.init(
            id: ID(rawValue: try row.text()), user: User.ID(rawValue: try row.integer()), client: try row.text(),
            created: try row.moment(), lastUsed: try row.moment())
    }
}

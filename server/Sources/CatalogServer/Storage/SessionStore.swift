import AppGroup

/// Who is logged in.
protocol SessionStore: Sendable {
    /// The session of a token that has not ended, and its user, who is not disabled; `nil` otherwise.
    func session(of token: TokenHash, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> (
        Session, User
    )?
    /// The newest first.
    func sessions(of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> [Session]

    /// Throws `notFound` where the user is gone or disabled meanwhile, `conflict` where his password is no longer the one that
    /// was looked at.
    func addSession(
        _ session: Session, token: TokenHash, provenBy password: PasswordHash, by who: Attribution) async throws
    /// Throws `notFound` where that user has no such session.
    func endSession(_ id: Session.ID, of user: User.ID, by who: Attribution) async throws
    /// How many there were.
    func endSessions(of user: User.ID, by who: Attribution) async throws -> Int
    /// Moves forward when sessions were last used; an ended one stays ended.
    func touch(_ uses: [Session.ID: Timestamp]) async throws
    /// Forgets the sessions that nobody can use any more.
    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws
}

import AppGroup

/// How long a session serves.
struct SessionLifetime: Hashable, Sendable {
    /// Days without use after which it ends.
    let idleDays: Int
    /// Days after its login, used or not.
    let maximumDays: Int

    static let standard = SessionLifetime(idleDays: 30, maximumDays: 365)

    func hasEnded(_ session: Session, at now: Timestamp) -> Bool {
        session.lastUsed <= earliestUse(at: now) || session.created <= earliestCreation(at: now)
    }

    /// When it ends unless it is used again.
    func end(of session: Session) -> Timestamp {
        min(session.lastUsed.adding(days: idleDays), session.created.adding(days: maximumDays))
    }

    func earliestUse(at now: Timestamp) -> Timestamp { now.adding(days: -idleDays) }
    func earliestCreation(at now: Timestamp) -> Timestamp { now.adding(days: -maximumDays) }
}

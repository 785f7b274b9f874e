import AppGroup

/// One login of a user.
struct Session: Hashable, Sendable {
    /// Identifies the session, and reveals nothing about its token.
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: String
    }

    let id: ID
    let user: User.ID
    /// How the client describes itself, unchecked.
    let client: String
    let created: Timestamp
    /// Accurate to a few minutes.
    let lastUsed: Timestamp
}

/// How long a session lasts.
struct SessionLifetime: Hashable, Sendable {
    /// It ends after this many days without use.
    let idleDays: Int
    /// It ends this many days after the login, used or not.
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

/// The secret that identifies a user's session: 256 random bits in base64url. Only its hash is stored.
struct SessionToken: Sendable {
    let text: String

    init() { text = Base64URL.encode(SecureRandom.bytes(32)) }

    /// Takes a text that a client sent; `nil` if it cannot be a token.
    init?(sent text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        self.text = String(text)
    }

    var hash: TokenHash { TokenHash(bytes: SHA256.digest(of: Array(text.utf8))) }

    /// In characters.
    private static let length = 43
}

/// The SHA-256 of a token. The token is random enough that it needs neither salt nor a slow hash.
struct TokenHash: Hashable, Sendable {
    let bytes: [UInt8]
}

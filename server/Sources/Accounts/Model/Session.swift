public import AppGroup
import AppGroupCrypto
import Serving

/// One session of a user: where they are logged in.
public struct Session: Hashable, Sendable {
    /// Identifies the session, and reveals nothing about its token.
    public struct ID: RawRepresentable, Hashable, Sendable {
        /// Any text, unique in a server.
        public let rawValue: String

        /// Takes a text from the database.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// How many sessions a user may have at a time.
    public static let mostOfUser = 200

    /// The identifier of the session, unique in a server.
    public let id: ID
    /// The user who logged in.
    public let user: AccountID
    /// How the client describes itself, unchecked.
    public let client: String
    /// When they logged in.
    public let created: Timestamp
    /// Accurate to a few minutes.
    public let lastUsed: Timestamp

    /// Describes a session.
    public init(id: ID, user: AccountID, client: String, created: Timestamp, lastUsed: Timestamp) {
        self.id = id
        self.user = user
        self.client = client
        self.created = created
        self.lastUsed = lastUsed
    }
}

/// How long a session lasts.
public struct SessionLifetime: Hashable, Sendable {
    /// It ends after this many days without use.
    public let idleDays: Int
    /// It ends this many days after the login, used or not.
    public let maximumDays: Int

    /// Sets both bounds, in days.
    public init(idleDays: Int, maximumDays: Int) {
        self.idleDays = idleDays
        self.maximumDays = maximumDays
    }

    /// 30 days without use, at most a year.
    public static let standard = SessionLifetime(idleDays: 30, maximumDays: 365)

    /// Whether a session has ended.
    public func hasEnded(_ session: Session, at now: Timestamp) -> Bool {
        session.lastUsed <= earliestUse(at: now) || session.created <= earliestCreation(at: now)
    }

    /// When it ends unless it is used again.
    public func end(of session: Session) -> Timestamp {
        min(session.lastUsed.adding(days: idleDays), session.created.adding(days: maximumDays))
    }

    /// A session that was not used after this has ended.
    public func earliestUse(at now: Timestamp) -> Timestamp { now.adding(days: -idleDays) }
    /// A session that began no later than this has ended.
    public func earliestCreation(at now: Timestamp) -> Timestamp { now.adding(days: -maximumDays) }
}

/// The secret that identifies a user's session: 256 random bits in base64url. Only its hash is stored.
public struct SessionToken: Sendable {
    /// The token as clients send it: 43 characters of base64url.
    public let text: String

    /// A new random token.
    public init() { text = Base64URL.encode(SecureRandom.bytes(32)) }

    /// Takes a text that a client sent; `nil` if it cannot be a token.
    public init?(sent text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        self.text = String(text)
    }

    /// The hash of the token, which is stored instead of it.
    public var hash: TokenHash { TokenHash(bytes: SHA256.digest(of: Array(text.utf8))) }

    /// In characters.
    private static let length = 43
}

/// The SHA-256 of a token. The token is random enough that it needs neither salt nor a slow hash.
public struct TokenHash: Hashable, Sendable {
    /// The hash: 32 bytes.
    public let bytes: [UInt8]

    /// Takes 32 bytes from the database.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

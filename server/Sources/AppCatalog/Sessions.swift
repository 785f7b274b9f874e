/// The body of `POST /v1/login`.
public struct LoginRequest: Codable, Hashable, Sendable {
    /// The user's name on the server.
    public var user: String
    /// The user's password.
    public var password: String
    /// The program that logs in, such as `launcher-store 0.1.0 on ada's laptop`. The list of the user's sessions shows it.
    public var client: String?

    /// Makes a request.
    public init(user: String, password: String, client: String?) {
        self.user = user
        self.password = password
        self.client = client
    }
}

/// The answer to `POST /v1/login`.
public struct LoginAnswer: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The secret for `Authorization: Bearer`: 256 random bits in base64url.
    public var token: String
    /// When the token expires: RFC 3339 in UTC. Each use extends it.
    public var expires: String
    /// The user's name, as the server spells it.
    public var user: String
    /// What the user may do. A role that a later release adds is read as that of a user, whose rights each role has.
    public var role: AccountRole
    /// The group of the server's packages.
    public var group: String

    /// Makes an answer in the current format.
    public init(token: String, expires: String, user: String, role: AccountRole, group: String) {
        version = 1
        self.token = token
        self.expires = expires
        self.user = user
        self.role = role
        self.group = group
    }

    /// Reads an answer.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        version = try members.decode(Int.self, forKey: .version)
        token = try members.decode(String.self, forKey: .token)
        expires = try members.decode(String.self, forKey: .expires)
        user = try members.decode(String.self, forKey: .user)
        role = (try? members.decode(AccountRole.self, forKey: .role)) ?? .user
        group = try members.decode(String.self, forKey: .group)
    }
}

/// What users may do besides getting what was granted to them. Each role may also do what the roles before it may.
public enum AccountRole: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// Gets what was granted.
    case user
    /// Publishes packages.
    case publisher
    /// Administers users, teams, grants and releases.
    case administrator

    /// The role with fewer rights comes first.
    public static func < (one: AccountRole, other: AccountRole) -> Bool { one.rank < other.rank }

    private var rank: Int { AccountRole.allCases.firstIndex(of: self) ?? 0 }
}

/// The body of `PUT /v1/password`. It ends every other session of the user.
public struct PasswordChange: Codable, Hashable, Sendable {
    /// The password until now.
    public var current: String
    /// The password from now on, at least 8 characters.
    public var new: String

    /// Makes a change.
    public init(current: String, new: String) {
        self.current = current
        self.new = new
    }
}

/// One session of a user, as `GET /v1/sessions` lists it: where they are logged in.
public struct SessionDescription: Codable, Hashable, Sendable {
    /// Names the session in requests to end it; reveals nothing about its token.
    public var id: String
    /// The program that logged in, in its own words.
    public var client: String
    /// When it began: RFC 3339 in UTC.
    public var created: String
    /// When it was last used, accurate to a few minutes: RFC 3339 in UTC.
    public var lastUsed: String
    /// When it ends if it is not used again: RFC 3339 in UTC.
    public var expires: String
    /// Whether this very request came from it.
    public var current: Bool

    /// Makes a description.
    public init(id: String, client: String, created: String, lastUsed: String, expires: String, current: Bool) {
        self.id = id
        self.client = client
        self.created = created
        self.lastUsed = lastUsed
        self.expires = expires
        self.current = current
    }
}

/// The answer to `GET /v1/sessions`.
public struct SessionList: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The sessions, the newest first.
    public var sessions: [SessionDescription]

    /// Makes a list in the current format.
    public init(sessions: [SessionDescription]) {
        version = 1
        self.sessions = sessions
    }
}

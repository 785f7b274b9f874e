/// What `POST /v1/login` answers.
public struct LoginAnswer: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// The secret that says who asks, for `Authorization: Bearer`: 256 random bits, base64url.
    public var token: String
    /// Until when it serves, RFC 3339 in UTC. Each use moves it.
    public var expires: String
    /// The user's name, as the server spells it.
    public var user: String
    /// What he may do.
    public var role: AccountRole
    /// The family of the server's packages.
    public var group: String

    /// Makes an answer in the current form.
    public init(token: String, expires: String, user: String, role: AccountRole, group: String) {
        version = 1
        self.token = token
        self.expires = expires
        self.user = user
        self.role = role
        self.group = group
    }
}

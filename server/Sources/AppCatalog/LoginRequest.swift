/// What `POST /v1/login` takes.
public struct LoginRequest: Codable, Hashable, Sendable {
    /// The user's name at the server.
    public var user: String
    /// The user's password.
    public var password: String
    /// What logs in, such as `launcher-store 0.1.0 on ada's laptop`: shown where the user looks at his sessions.
    public var client: String?

    /// Makes one.
    public init(user: String, password: String, client: String?) {
        self.user = user
        self.password = password
        self.client = client
    }
}

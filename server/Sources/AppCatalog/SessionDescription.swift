/// One login of a user, as `GET /v1/sessions` lists it.
public struct SessionDescription: Codable, Hashable, Sendable {
    /// Names it where it is to be ended; tells nothing of its token.
    public var id: String
    /// What logged in, in its own words.
    public var client: String
    /// When it began, RFC 3339 in UTC, as the next two.
    public var created: String
    /// When it was last used, to some minutes.
    public var lastUsed: String
    /// When it ends unless it is used again.
    public var expires: String
    /// Whether it is the one that asks.
    public var current: Bool

    /// Makes one.
    public init(id: String, client: String, created: String, lastUsed: String, expires: String, current: Bool) {
        self.id = id
        self.client = client
        self.created = created
        self.lastUsed = lastUsed
        self.expires = expires
        self.current = current
    }
}

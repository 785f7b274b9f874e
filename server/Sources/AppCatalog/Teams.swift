/// A team, as administrators see it.
public struct TeamDescription: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// RFC 3339 in UTC.
    public var created: String
    /// The names of its users, in order.
    public var members: [String]

    /// Makes one.
    public init(name: String, created: String, members: [String]) {
        self.name = name
        self.created = created
        self.members = members
    }
}

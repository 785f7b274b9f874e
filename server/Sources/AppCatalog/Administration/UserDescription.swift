/// A user, as administrators see him.
public struct UserDescription: Codable, Hashable, Sendable {
    /// The name by which he logs in.
    public var name: String
    /// What he may do.
    public var role: AccountRole
    /// Whether he is shut out.
    public var disabled: Bool
    /// RFC 3339 in UTC.
    public var created: String
    /// The names of his teams, in order.
    public var teams: [String]

    /// Makes one.
    public init(name: String, role: AccountRole, disabled: Bool, created: String, teams: [String]) {
        self.name = name
        self.role = role
        self.disabled = disabled
        self.created = created
        self.teams = teams
    }
}

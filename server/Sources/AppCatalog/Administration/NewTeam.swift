/// What `POST /v1/admin/teams` takes.
public struct NewTeam: Codable, Hashable, Sendable {
    /// By the rule of users' names.
    public var name: String

    /// Makes one.
    public init(name: String) {
        self.name = name
    }
}

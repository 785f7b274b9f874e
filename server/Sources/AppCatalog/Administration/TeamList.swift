/// What `GET /v1/admin/teams` answers.
public struct TeamList: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// By name.
    public var teams: [TeamDescription]

    /// Makes one in the current form.
    public init(teams: [TeamDescription]) {
        version = 1
        self.teams = teams
    }
}

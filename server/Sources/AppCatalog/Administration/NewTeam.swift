/// What `POST /v1/admin/teams` takes.
public struct NewTeam: Codable, Hashable, Sendable, AdministrationBody {
    /// By the rule of users' names.
    public var name: String

    /// Makes one.
    public init(name: String) {
        self.name = name
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case name }
}

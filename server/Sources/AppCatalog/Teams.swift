/// The body of `POST /v1/admin/teams`.
public struct NewTeam: Codable, Hashable, Sendable, AdministrationBody {
    /// A name that follows the rules for users' names.
    public var name: String

    /// Makes a request.
    public init(name: String) {
        self.name = name
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case name }
}

/// A team, as administrators see it.
public struct TeamDescription: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// When it was added: RFC 3339 in UTC.
    public var created: String
    /// The names of its users, sorted.
    public var members: [String]

    /// Makes a description.
    public init(name: String, created: String, members: [String]) {
        self.name = name
        self.created = created
        self.members = members
    }
}

/// The answer to `GET /v1/admin/teams`.
public struct TeamList: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The teams, sorted by name.
    public var teams: [TeamDescription]

    /// Makes a list in the current format.
    public init(teams: [TeamDescription]) {
        version = 1
        self.teams = teams
    }
}

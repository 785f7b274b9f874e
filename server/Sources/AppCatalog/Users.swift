/// The body of an administrator's request. All its members are known, and a request with any other member is refused: if a
/// misspelled member were ignored, an administrator would believe that a user was disabled who was not.
package protocol AdministrationBody: Decodable {
    associatedtype CodingKeys: CodingKey & CaseIterable
}

/// The body of `POST /v1/admin/users`.
public struct NewUser: Codable, Hashable, Sendable, AdministrationBody {
    /// 1 to 64 of `a-z`, `0-9` and `. _ - + @`; the first is a letter or a digit.
    public var name: String
    /// The role; `nil` stands for `user`.
    public var role: AccountRole?
    /// At least 8 characters; `nil` lets the server choose a password, which its answer contains.
    public var password: String?

    /// Makes a request.
    public init(name: String, role: AccountRole? = nil, password: String? = nil) {
        self.name = name
        self.role = role
        self.password = password
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case name, role, password }
}

/// The body of `PATCH /v1/admin/users/{name}`. A `nil` changes nothing.
public struct UserChange: Codable, Hashable, Sendable, AdministrationBody {
    /// What the user may do from now on.
    public var role: AccountRole?
    /// Whether to disable the user, which ends their sessions, or to enable them.
    public var disabled: Bool?

    /// Makes a change.
    public init(role: AccountRole? = nil, disabled: Bool? = nil) {
        self.role = role
        self.disabled = disabled
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case role, disabled }
}

/// The body of `POST /v1/admin/users/{name}/password`. It ends all sessions of the user.
public struct NewPassword: Codable, Hashable, Sendable, AdministrationBody {
    /// At least 8 characters; `nil` lets the server choose a password, which its answer contains.
    public var password: String?

    /// Makes a request.
    public init(password: String? = nil) {
        self.password = password
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case password }
}

/// The answer to requests for a new user and for a new password.
public struct PasswordAnswer: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The user.
    public var user: UserDescription
    /// The password that the server chose; it is never shown again. `nil` if the request had one.
    public var password: String?

    /// Makes an answer in the current format.
    public init(user: UserDescription, password: String? = nil) {
        version = 1
        self.user = user
        self.password = password
    }
}

/// A user, as administrators see them.
public struct UserDescription: Codable, Hashable, Sendable {
    /// The name with which the user logs in.
    public var name: String
    /// What the user may do.
    public var role: AccountRole
    /// Whether the user is disabled.
    public var disabled: Bool
    /// When the user was added: RFC 3339 in UTC.
    public var created: String
    /// The names of the user's teams, sorted.
    public var teams: [String]

    /// Makes a description.
    public init(name: String, role: AccountRole, disabled: Bool, created: String, teams: [String]) {
        self.name = name
        self.role = role
        self.disabled = disabled
        self.created = created
        self.teams = teams
    }
}

/// The answer to `GET /v1/admin/users`.
public struct UserList: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The users of this page, sorted by name.
    public var users: [UserDescription]
    /// The last name on this page, which `?after=` takes to request the next page; `nil` on the last page.
    public var next: String?

    /// Makes a list in the current format.
    public init(users: [UserDescription], next: String? = nil) {
        version = 1
        self.users = users
        self.next = next
    }
}

/// What `POST /v1/admin/users` takes.
public struct NewUser: Codable, Hashable, Sendable, AdministrationBody {
    /// 1 to 64 of `a-z`, `0-9` and `. _ - + @`, the first a letter or a digit.
    public var name: String
    /// `user` where it is left out.
    public var role: AccountRole?
    /// At least 8 characters; where it is left out the server makes one up, and says it.
    public var password: String?

    /// Makes one.
    public init(name: String, role: AccountRole? = nil, password: String? = nil) {
        self.name = name
        self.role = role
        self.password = password
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case name, role, password }
}

/// What `PATCH /v1/admin/users/{name}` takes: what is left out stays.
public struct UserChange: Codable, Hashable, Sendable, AdministrationBody {
    /// What he may do from now on.
    public var role: AccountRole?
    /// Whether he is shut out; his sessions end.
    public var disabled: Bool?

    /// Makes one.
    public init(role: AccountRole? = nil, disabled: Bool? = nil) {
        self.role = role
        self.disabled = disabled
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case role, disabled }
}

/// What `POST /v1/admin/users/{name}/password` takes. All sessions of the user end by it.
public struct NewPassword: Codable, Hashable, Sendable, AdministrationBody {
    /// At least 8 characters; where it is left out the server makes one up, and says it.
    public var password: String?

    /// Makes one.
    public init(password: String? = nil) {
        self.password = password
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case password }
}

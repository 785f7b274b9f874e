/// What `GET /v1/admin/grants` answers.
public struct GrantList: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// In the order in which they were made.
    public var grants: [GrantDescription]

    /// Makes one in the current form.
    public init(grants: [GrantDescription]) {
        version = 1
        self.grants = grants
    }
}

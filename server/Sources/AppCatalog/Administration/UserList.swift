/// What `GET /v1/admin/users` answers.
public struct UserList: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// By name.
    public var users: [UserDescription]
    /// The name after which the next page begins, for `?after=`; left out on the last one.
    public var next: String?

    /// Makes one in the current form.
    public init(users: [UserDescription], next: String? = nil) {
        version = 1
        self.users = users
        self.next = next
    }
}

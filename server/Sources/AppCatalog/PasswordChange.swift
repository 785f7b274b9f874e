/// What `PUT /v1/password` takes. Every other session of the user ends by it.
public struct PasswordChange: Codable, Hashable, Sendable {
    /// The password until now.
    public var current: String
    /// The password from now on, at least 8 characters.
    public var new: String

    /// Makes one.
    public init(current: String, new: String) {
        self.current = current
        self.new = new
    }
}

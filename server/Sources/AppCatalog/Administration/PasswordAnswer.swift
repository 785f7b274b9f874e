/// What answers a new user, and a new password of one.
public struct PasswordAnswer: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// Whose it is.
    public var user: UserDescription
    /// The password that the server made up; it is never shown again. Left out where one was given.
    public var password: String?

    /// Makes one in the current form.
    public init(user: UserDescription, password: String? = nil) {
        version = 1
        self.user = user
        self.password = password
    }
}

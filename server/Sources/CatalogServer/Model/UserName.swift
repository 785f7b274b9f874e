/// The name by which a user logs in, such as `ada` or `ada@example.com`. What may be in it: ``AccountName``.
struct UserName: Hashable, Comparable, Sendable, CustomStringConvertible {
    let description: String

    /// Takes a name that comes from outside, and refuses it with a sentence that says what a name is.
    init(_ text: String) throws(ServiceError) {
        try AccountName.check(text, "user")
        description = text
    }

    /// What somebody typed where he logs in: case is forgiven there.
    init(typed text: String) throws(ServiceError) { try self.init(text.lowercased()) }

    static func < (one: UserName, other: UserName) -> Bool { one.description < other.description }
}

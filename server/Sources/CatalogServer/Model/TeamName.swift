/// The name of a team, such as `sales`. What may be in it: ``AccountName``.
struct TeamName: Hashable, Comparable, Sendable, CustomStringConvertible {
    let description: String

    /// Takes a name that comes from outside, and refuses it with a sentence that says what a name is.
    init(_ text: String) throws(ServiceError) {
        try AccountName.check(text, "team")
        description = text
    }

    static func < (one: TeamName, other: TeamName) -> Bool { one.description < other.description }
}

/// The reverse-DNS identifier of a family of tools, such as `com.example.tools`.
///
/// It names the folder that the family shares. Nothing to do with the groups of Unix: a family belongs to one user, and
/// whoever runs as that user may join it. Same characters and length as an ``AppID``, told apart by case.
public struct GroupID: Sendable, CustomStringConvertible {
    /// The identifier as it was written.
    public let description: String

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try ReverseDNS.check(text, "group id")
        description = text
    }
}

extension GroupID: ExpressibleByStringLiteral {
    /// Takes an identifier from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

extension GroupID: Hashable, Comparable {
    /// Alphabetical.
    public static func < (left: GroupID, right: GroupID) -> Bool { left.description < right.description }
}

/// The reverse-DNS identifier of one app, such as `com.example.inbox`.
///
/// Two or more segments of letters, digits and hyphens, joined by periods; at most 155 characters. Case is kept as written
/// and ignored in comparison, as Apple does for bundle identifiers.
public struct AppID: Sendable, CustomStringConvertible {
    /// The identifier as it was written.
    public let description: String

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try ReverseDNS.check(text, "app id")
        description = text
    }
}

extension AppID: ExpressibleByStringLiteral {
    /// Takes an identifier from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

extension AppID: Hashable, Comparable {
    /// The form that comparison uses.
    var folded: String { description.lowercased() }

    /// The same app, whatever the case of its letters.
    public static func == (left: AppID, right: AppID) -> Bool {
        left.description == right.description || left.folded == right.folded
    }

    /// Alphabetical, without case.
    public static func < (left: AppID, right: AppID) -> Bool { left.folded < right.folded }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

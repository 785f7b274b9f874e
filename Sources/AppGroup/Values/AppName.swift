/// The name of an app, as users see it.
///
/// 1 to 256 bytes of UTF-8 with at least one visible character; no control characters, line breaks, characters that
/// change the direction of text, or invisible characters without an effect, because every app of the group may show it.
public struct AppName: Hashable, Sendable, CustomStringConvertible {
    /// The longest name, in bytes of UTF-8.
    public static let maximumLength = 256

    /// The name as it was given.
    public let description: String

    /// Takes a name that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try PlainText.check(text, "name", limit: Self.maximumLength)
        description = text
    }

    /// Takes a name that was stored. Invisible characters, which earlier releases accepted, are shown by their numbers.
    package init(stored text: String) throws(AppGroupError) {
        description = try PlainText.stored(text, "name", limit: Self.maximumLength)
    }
}

extension AppName: ExpressibleByStringLiteral {
    /// Takes a name from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

extension AppName: Comparable {
    /// Alphabetical without case, and numbers by value, as in ``AppOrder/name``; names that differ in nothing else keep a fixed
    /// order.
    public static func < (left: AppName, right: AppName) -> Bool {
        var names = NaturalNames(capacity: 2)
        let (first, second) = (names.add(left.description, ""), names.add(right.description, ""))
        return names.withComparison { areInOrder in
            areInOrder(first, second)
                || !areInOrder(second, first)
                    && left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
        }
    }
}

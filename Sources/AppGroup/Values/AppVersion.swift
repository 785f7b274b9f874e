/// The version of an app as its author writes it: 1 to 64 bytes of UTF-8 that a terminal can show.
public struct AppVersion: Hashable, Sendable, CustomStringConvertible {
    /// The version as it was given.
    public let description: String

    /// Takes a version that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try PlainText.check(text, "version", limit: Self.maximumLength)
        description = text
    }

    /// Takes a version that was stored. Invisible characters, which earlier releases accepted, are shown by their numbers.
    package init(stored text: String) throws(AppGroupError) {
        description = try PlainText.stored(text, "version", limit: Self.maximumLength)
    }

    private static let maximumLength = 64
}

extension AppVersion: ExpressibleByStringLiteral {
    /// Takes a version from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

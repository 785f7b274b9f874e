/// The SHA-256 of a package's file, as 64 lowercase hexadecimal digits (FIPS 180-4): which package it is, byte for byte.
///
/// It names the folder that contains the package's files, `packages/<app>/<digest>/` of the group's container.
public struct PackageDigest: Hashable, Sendable, CustomStringConvertible {
    /// The 64 digits.
    public let description: String

    /// Takes a digest that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        guard Hexadecimal.isDigest(text) else {
            throw AppGroupError(
                .invalidValue, "\(PlainText.quoted(text)) is not a SHA-256; it has 64 lowercase hexadecimal digits.")
        }
        description = text
    }

    /// The first 12 digits, to show to a person.
    public var short: Substring { description.prefix(12) }
}

extension PackageDigest: ExpressibleByStringLiteral {
    /// Takes a digest from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

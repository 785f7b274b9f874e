/// The name of a field that an app volunteers, or of a setting that the group shares.
///
/// 1 to 128 bytes of UTF-8; no white space, no `=`, no control or invisible characters, so that `KEY=VALUE` stays
/// readable.
public struct FieldKey: Hashable, Sendable, CustomStringConvertible {
    /// The longest key, in bytes of UTF-8.
    static let maximumLength = 128

    /// The key as it was given.
    public let description: String

    /// Takes a key that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) { try self.init(text, isStored: false) }

    /// Takes a key that was stored, perhaps by an earlier release, which accepted invisible characters.
    package init(stored text: String) throws(AppGroupError) { try self.init(text, isStored: true) }

    private init(_ text: String, isStored: Bool) throws(AppGroupError) {
        try PlainText.check(text, "key", limit: Self.maximumLength, isStored: isStored)
        if let scalar = text.unicodeScalars.first(where: Self.isForbidden) {
            throw AppGroupError(
                .invalidValue,
                "The key \(PlainText.quoted(text)) holds \(scalar.codePoint); keys have no space and no “=”.")
        }
        description = text
    }

    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == "=" || scalar.value <= 0x20 : scalar.properties.isWhitespace
    }
}

extension FieldKey: ExpressibleByStringLiteral {
    /// Takes a key from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

extension FieldKey: Comparable {
    /// The same bytes, as every storage tells keys apart: é in one scalar and é in two are different keys.
    public static func == (left: FieldKey, right: FieldKey) -> Bool { left.description.hasBytes(of: right.description) }

    /// Alphabetical, by scalar.
    public static func < (left: FieldKey, right: FieldKey) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

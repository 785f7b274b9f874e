/// The name of an icon of the desktop's theme, such as `mail-unread` (freedesktop Icon Naming Specification).
///
/// 1 to 255 bytes of UTF-8; no slash, no control or direction-changing characters.
public struct IconName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given.
    public let description: String

    /// Takes a name that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try PlainText.check(text, "icon name", limit: 255)
        guard !text.utf8.contains(UInt8(ascii: "/")) else {
            throw AppGroupError(
                .invalidValue, "\(PlainText.quoted(text)) is no icon name; a file is given by its path instead.")
        }
        description = text
    }
}

extension IconName: ExpressibleByStringLiteral {
    /// Takes a name from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

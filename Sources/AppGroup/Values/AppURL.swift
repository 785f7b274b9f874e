/// A URL that opens an app, kept as exactly the string that it came as.
///
/// Only the scheme is checked. What follows the colon is the app's own affair and reaches it unchanged, spaces, quotes and
/// percent signs included; control, direction-changing and invisible characters are refused. At most 65,536 bytes.
public struct AppURL: Hashable, Sendable, CustomStringConvertible {
    /// The longest URL, in bytes of UTF-8: half of what Linux takes as one argument.
    public static let maximumLength = 65_536

    /// The URL as it came.
    public let description: String
    /// Its scheme, in lower case.
    public let scheme: URLScheme

    /// Takes a URL that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try self.init(stored: text)
        // RFC 3987, section 4.1, forbids the characters that change the direction of text.
        if !text.utf8.allSatisfy(UTF8.isASCII), let scalar = PlainText.firstHarmful(in: text) {
            throw AppGroupError(
                .invalidValue,
                "The URL \(PlainText.quoted(text)) holds \(scalar.codePoint), \(PlainText.kind(of: scalar)); "
                    + "percent-encode it.")
        }
    }

    /// Takes a URL that was stored, perhaps by an earlier release, which accepted invisible characters.
    package init(stored text: String) throws(AppGroupError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw AppGroupError(
                .invalidValue, "This URL has \(text.utf8.count) bytes; at most \(Self.maximumLength) are allowed.")
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw AppGroupError(
                .invalidValue,
                "\(PlainText.quoted(text)) is not a URL: it has no scheme, such as “inbox:” at its beginning.")
        }
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw AppGroupError(
                .invalidValue, "The URL \(PlainText.quoted(text)) holds a control character; percent-encode it.")
        }
        scheme = try URLScheme(text[..<colon])
        description = text
    }

    /// The first of a program's arguments that is a URL with one of these schemes.
    package static func first(in arguments: some Sequence<String>, of schemes: [URLScheme]) -> AppURL? {
        arguments.lazy.compactMap { try? AppURL($0) }.first { schemes.contains($0.scheme) }
    }

    /// Whether a text looks like a URL: a scheme and a colon.
    public static func looksLikeURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return (try? URLScheme(text[..<colon])) != nil
    }
}

extension AppURL {
    /// URLs are equal if their bytes are, because apps compare them so.
    public static func == (left: AppURL, right: AppURL) -> Bool { left.description.hasBytes(of: right.description) }
}

extension AppURL: ExpressibleByStringLiteral {
    /// Takes a URL from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

/// An app that this user may install from a catalog server.
public struct AppOffer: Hashable, Sendable, Codable {
    /// The app.
    public let app: AppID
    /// What the server calls it.
    public let name: AppName
    /// The version that would be installed; `nil` if it has none.
    public let version: AppVersion?
    /// The server that offers it.
    public let source: OfferSource

    /// Makes an offer.
    public init(app: AppID, name: AppName, version: AppVersion?, source: OfferSource) {
        self.app = app
        self.name = name
        self.version = version
        self.source = source
    }
}

/// The source of an offer: the address of a catalog server, such as `https://tools.example.com`.
///
/// 1 to 512 bytes of UTF-8 that a terminal can show. It is compared byte by byte, and nothing is ever fetched from it here.
public struct OfferSource: Sendable, CustomStringConvertible {
    /// The longest source, in bytes of UTF-8.
    public static let maximumLength = 512

    /// The source as it was given.
    public let description: String

    /// Takes a source that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try PlainText.check(text, "source of an offer", limit: Self.maximumLength)
        description = text
    }
}

extension OfferSource: Hashable {
    /// Two sources are equal if their bytes are.
    public static func == (left: OfferSource, right: OfferSource) -> Bool {
        left.description.hasBytes(of: right.description)
    }

    /// Hashes the bytes, as `==` compares them.
    public func hash(into hasher: inout Hasher) { hasher.combine(Array(description.utf8)) }
}

extension OfferSource: ExpressibleByStringLiteral {
    /// Takes a source from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

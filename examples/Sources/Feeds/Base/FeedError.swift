/// Why bytes are not a feed, or not one that may be read: the kind of failure, and a sentence for the user.
public struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// An HTML page. ``FeedDiscovery`` finds the feeds that it names.
        case page
        /// Nothing that looks like a feed: a film, another XML document, text.
        case notFeed
        /// There are no bytes, or only blanks.
        case empty
        /// More than ``FeedLimits`` allow.
        case tooLarge
        /// The document can't be read to its first item.
        case damaged
        /// There is no memory, or a system library is missing.
        case unavailable
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence, with its period.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}

/// How much a feed or a page may demand.
public struct FeedLimits: Sendable {
    /// The largest document, in bytes.
    public var bytes: Int

    /// The most items. Further items are left out, and the feed counts as damaged.
    public var items: Int

    /// The longest text of an item, in bytes of UTF-8. The rest of a longer text is left out.
    public var text: Int

    /// The most values of a JSON document, because small ones take far more memory than bytes. The rest is left out, and the
    /// feed counts as damaged.
    public var values: Int

    /// Limits for untrusted documents: 32 MiB, 50,000 items, 256 KiB of text for each, and a million JSON values.
    public init(bytes: Int = 32 << 20, items: Int = 50_000, text: Int = 256 << 10, values: Int = 1_000_000) {
        (self.bytes, self.items, self.text, self.values) = (bytes, items, text, values)
    }
}

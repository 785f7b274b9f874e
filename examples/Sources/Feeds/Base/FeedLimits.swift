/// How much a feed or a page may demand.
public struct FeedLimits: Sendable {
    /// The largest document, in bytes.
    public var bytes: Int

    /// The most items. Further items are left out, and the feed counts as damaged.
    public var items: Int

    /// The longest text of an item, in bytes of UTF-8. The rest of a longer text is left out.
    public var text: Int

    /// Limits for untrusted documents: 32 MiB, 50,000 items, 256 KiB of text for each.
    public init(bytes: Int = 32 << 20, items: Int = 50_000, text: Int = 256 << 10) {
        (self.bytes, self.items, self.text) = (bytes, items, text)
    }
}

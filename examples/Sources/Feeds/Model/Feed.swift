public import AppGroup

/// A feed: what it says about itself, and its items in the order in which they stand there.
///
/// All texts are plain text that no terminal obeys: without markup, scripts and control characters. Addresses are absolute and
/// contain neither spaces nor control characters.
public struct Feed: Sendable, Hashable {
    /// The format and its version.
    public var format: FeedFormat

    /// The name of the feed, in one line; empty if it has none.
    public var title = ""

    /// The description of the feed; empty if it has none.
    public var summary = ""

    /// The page that the feed belongs to, with `http` or `https`.
    public var link: String?

    /// The feed's own permanent name, such as Atom's `id`.
    public var id: String?

    /// The address that the feed gives for itself, with `http` or `https`.
    public var address: String?

    /// The language of the texts, such as `en-us`, as it is written (BCP 47).
    public var language: String?

    /// Who writes the feed: a name, or else an address.
    public var author: String?

    /// When the feed says it changed last.
    public var updated: Timestamp?

    /// A picture that stands for the feed, with `http` or `https`.
    public var icon: String?

    /// How often to ask for the feed.
    public var pace = FeedPace()

    /// The items. No two of them have the same ``FeedItem/identity``.
    public var items: [FeedItem] = []

    /// The fault of the document, as a sentence; nil if it has none. All complete items are in ``items``.
    public var damage: String?

    /// Whether something was wrong with the document.
    public var isDamaged: Bool { damage != nil }

    init(format: FeedFormat) { self.format = format }
}

/// A format of feeds.
public enum FeedFormat: String, Sendable, Hashable, CaseIterable {
    case rss090 = "RSS 0.90"
    case rss091 = "RSS 0.91"
    case rss092 = "RSS 0.92"
    case rss093 = "RSS 0.93"
    case rss094 = "RSS 0.94"
    case rss10 = "RSS 1.0"
    case rss20 = "RSS 2.0"
    /// RSS of a version without a specification, or of none.
    case rss = "RSS"
    case atom03 = "Atom 0.3"
    case atom10 = "Atom 1.0"
    case json10 = "JSON Feed 1.0"
    case json11 = "JSON Feed 1.1"
}

/// How often a feed asks to be fetched.
public struct FeedPace: Sendable, Hashable {
    /// How many minutes an answer may be kept: RSS's `ttl`, or the period of the RSS module `syndication`.
    public var minutes: Int?

    /// The hours in GMT, 0 to 23, in which not to ask: RSS's `skipHours`.
    public var skippedHours: Set<Int> = []

    /// The days of the week in GMT, from 0 for Sunday to 6, on which not to ask: RSS's `skipDays`.
    public var skippedDays: Set<Int> = []

    init() {}
}

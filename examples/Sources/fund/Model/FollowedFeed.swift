import AppGroup

/// A feed that the user follows.
struct FollowedFeed: Identifiable, Sendable {
    let id: Int64
    /// Where it is fetched.
    let address: String
    let title: String
    /// The page that it belongs to.
    let home: String?
    /// The folders that it is in, the outermost first, as in OPML.
    let folders: [String]
    /// The fund that it belongs to.
    let fund: Fund.ID?
    var check = FeedCheck()
}

/// What the store remembers of a feed's last answers.
struct FeedCheck: Sendable {
    /// `ETag` and `Last-Modified`, byte for byte (RFC 9110, 8.8).
    var etag: String?
    var lastModified: String?
    /// A digest of the bytes that were parsed last.
    var digest: Int64?
    /// When a server answered last.
    var checked: Timestamp?
    /// When it may be fetched next.
    var due: Timestamp?
    /// Why the last try failed, or what is damaged.
    var problem: String?
    /// What was wrong with the document that was parsed last, though items of it could be read.
    var damage: String?
    /// How many minutes the feed itself wants between two requests; 0 if it doesn't say.
    var paceMinutes = 0
    /// When it wants none.
    var skipped = SkippedTimes(bits: 0)
    /// Where the server permanently moved it to, and how often it said so.
    var movedTo: String?
    var moves = 0
    /// Whether the server said that it is gone for good (status 410).
    var isGone = false
}

/// One item of a feed.
struct NewsItem: Sendable {
    /// Its number, which never changes.
    let id: Int64
    let feed: FollowedFeed.ID
    let source: String
    let title: String
    let link: String?
    let author: String?
    let date: Timestamp
    let isRead: Bool
}

import AppGroup
import Feeds
import ToolProgram

/// How an attempt to fetch a feed has ended.
struct FeedAnswer: Sendable {
    enum Outcome: Sendable {
        /// Nothing is new: the server says so, or sends the same bytes as before.
        case unchanged
        case read(Feed)
        case failed(ToolError)
        /// Its host, or one that it redirects to, wants to be left alone.
        case resting
    }

    let outcome: Outcome
    /// What to remember about the feed.
    let check: FeedCheck
    /// The feed's new address, after the server has named it twice.
    var newAddress: String?
    /// The host that wants all requests to stop, and until when.
    var rest: (host: String, end: Timestamp)?
}

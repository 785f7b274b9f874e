/// A feed in a list of subscriptions.
public struct OutlineFeed: Sendable, Hashable {
    /// Where the feed is, with `http` or `https`.
    public var address: String

    /// Its name in one line; empty if there is none.
    public var title: String

    /// The page that it belongs to, with `http` or `https`.
    public var link: String?

    /// The folders that it is in, the outermost first.
    public var folders: [String]

    /// A feed in a list.
    public init(address: String, title: String = "", link: String? = nil, folders: [String] = []) {
        (self.address, self.title, self.link, self.folders) = (address, title, link, folders)
    }
}

public import AppGroup

/// An item of a feed. Its texts and addresses are as harmless as those of ``Feed``.
public struct FeedItem: Sendable, Hashable {
    /// Which item of its feed this is, in every version of the feed: a key for storing it.
    ///
    /// It is made from the id, or else from the link, or else from title and date. Whether an address begins with `http` or
    /// `https` makes no difference. An edited title or a moved date makes no difference either, if there is an id or a link.
    /// It is one line without control characters, of at most 4,096 bytes.
    public internal(set) var identity = ""

    /// Other keys of this item: its address without the host, if most items of the feed are on this host. If a feed moves to
    /// another host, ``identity`` changes and this doesn't.
    ///
    /// An item is the same as a stored one of the same feed if their identities are equal, or else if they share an alias.
    public internal(set) var aliases: [String] = []

    /// The id as the feed has it: `guid`, `id`, or `rdf:about`.
    public var id: String?

    /// The page of the item, with `http` or `https`.
    public var link: String?

    /// The title in one line; empty if there is none.
    public var title = ""

    /// Who wrote the item: a name, or else an address. In Atom and JSON Feed, this is the feed's author if the item names none.
    public var author: String?

    /// When it was published.
    public var published: Timestamp?

    /// When it was changed.
    public var updated: Timestamp?

    /// A short text in one line, of at most 400 characters: the feed's summary, or else the beginning of the text.
    public var summary: String {
        let source = brief.flatMap { $0.isEmpty ? nil : $0 } ?? text
        let beginning = source.prefix(400)
        let line = String(beginning).replacing("\n", with: " ")
        return beginning.endIndex < source.endIndex ? line + "…" : line
    }

    /// The summary of a feed that also has the content.
    var brief: String?

    /// The complete text: the content if the feed has it, or else the summary. Paragraphs and list items stand in lines of their
    /// own.
    public var text = ""

    /// The categories, each once.
    public var categories: [String] = []

    /// The files that belong to the item, such as the sound of a podcast.
    public var enclosures: [FeedEnclosure] = []

    /// When it was published or else changed.
    public var date: Timestamp? { published ?? updated }

    /// The name of the item, to show to users: the title, or else the beginning of the text, or else the link or the id. Empty
    /// only if the item has none of them.
    public var headline: String {
        if !title.isEmpty { return title }
        let beginning = summary.prefix(100)
        if !beginning.isEmpty { return beginning.endIndex < summary.endIndex ? "\(beginning)…" : String(beginning) }
        return link ?? enclosures.first?.address ?? id.map { FeedText.line($0) } ?? ""
    }

    init() {}
}

/// A file that belongs to an item.
public struct FeedEnclosure: Sendable, Hashable {
    /// Where it is, with `http` or `https`.
    public var address: String

    /// Its MIME type, as the feed has it.
    public var mediaType: String?

    /// Its size in bytes, if the feed says so.
    public var length: Int?

    init(address: String, mediaType: String? = nil, length: Int? = nil) {
        (self.address, self.mediaType, self.length) = (address, mediaType, length)
    }
}

import AppGroupText

/// A list of subscriptions, as feed readers exchange them (OPML 2.0, <http://opml.org/spec2.opml>).
public struct OutlineDocument: Sendable, Hashable {
    /// The name of the list; empty if it has none.
    public var title: String

    /// The feeds, in order. Reading keeps each address once, in the first folder that it is in.
    public var feeds: [OutlineFeed]

    /// The names, or else the addresses, of feeds that were left out of ``feeds``, because their addresses don't begin with
    /// `http` or `https`.
    public var unusable: [String] = []

    /// The fault of the document, as a sentence; nil if it has none.
    public var damage: String?

    /// A list of feeds.
    public init(title: String = "", feeds: [OutlineFeed]) { (self.title, self.feeds) = (title, feeds) }

    /// Reads a list. A damaged list is read as far as possible, and ``damage`` names the fault.
    public init(
        reading bytes: [UInt8], contentType: String? = nil, limits: FeedLimits = FeedLimits()
    ) throws(FeedError) {
        guard bytes.count <= limits.bytes else {
            throw FeedError(.tooLarge, "The list has \(bytes.count) bytes; at most \(limits.bytes) are read.")
        }
        guard !bytes.allSatisfy(\.isBlank) else { throw FeedError(.empty, "The list is empty.") }
        let text = DocumentText(bytes, contentType: contentType)
        guard DocumentKind(text.bytes) == .xml else {
            throw FeedError(.notFeed, "This is not a list of feeds: it isn't OPML.")
        }
        let (builder, damage) = try XMLDocument.read(text) { OutlineBuilder(limits: limits) }
        (title, feeds, unusable, self.damage) = (builder.title, builder.feeds, builder.unusable, damage)
    }

    /// The list as an OPML document in UTF-8. Reading it gives an equal list if every address is there once, feeds of one
    /// folder are next to each other, and all texts are plain and harmless.
    public func written() -> [UInt8] {
        var result = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head>
                <title>\(MarkupText(title))</title>
              </head>
              <body>

            """
        var open: [String] = []
        for feed in feeds {
            let common = zip(open, feed.folders).prefix { $0 == $1 }.count
            for depth in (common..<open.count).reversed() { result += Self.indent(depth) + "</outline>\n" }
            for depth in common..<feed.folders.count {
                result += Self.indent(depth) + "<outline text=\"\(MarkupText(feed.folders[depth]))\">\n"
            }
            open = feed.folders
            result += Self.indent(open.count) + feed.element + "\n"
        }
        for depth in open.indices.reversed() { result += Self.indent(depth) + "</outline>\n" }
        result += "  </body>\n</opml>\n"
        return Array(result.utf8)
    }

    private static func indent(_ depth: Int) -> String { String(repeating: " ", count: 2 * depth + 4) }
}

extension OutlineFeed {
    /// The element that stands for a feed.
    fileprivate var element: String {
        let name = title.isEmpty ? "" : " title=\"\(MarkupText(title))\""
        let page = link.map { " htmlUrl=\"\(MarkupText($0))\"" } ?? ""
        let text = MarkupText(title.isEmpty ? address : title)
        return "<outline type=\"rss\" text=\"\(text)\"\(name) xmlUrl=\"\(MarkupText(address))\"\(page)/>"
    }
}

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

/// Finds the feeds that a web page names: `<link rel="alternate" type="application/rss+xml" href="…">`.
public enum FeedDiscovery {
    /// The feeds that a page names, in its order, each once and at most 100.
    ///
    /// - Parameters:
    ///   - bytes: The page as it was received. Only its first bytes are read, as many as the limits allow.
    ///   - contentType: The field `Content-Type` of the answer.
    ///   - address: Where the page came from, to resolve relative addresses.
    public static func links(
        in bytes: [UInt8], contentType: String? = nil, address: String? = nil, limits: FeedLimits = FeedLimits()
    ) -> [FeedLink] {
        let text = DocumentText(Array(bytes.prefix(limits.bytes)), contentType: contentType, isHTML: true)
        return text.bytes.withUnsafeBufferPointer { links(in: $0, address: address) }
    }

    private static func links(in html: UnsafeBufferPointer<UInt8>, address: String?) -> [FeedLink] {
        var addresses = Addresses(base: address)
        var result: [FeedLink] = []
        var index = 0
        while result.count < 100, let start = html.firstIndex(of: UInt8(ascii: "<"), from: index) {
            if html.has("<!--", at: start) {
                index = html.firstRange(of: "-->", from: start + 4)?.upperBound ?? html.count
                continue
            }
            guard let tag = HTMLTag(html, at: start) else {
                index = start + 1
                continue
            }
            index = tag.isHidden ? tag.endOfElement(in: html) : tag.end
            if tag.isNamed("base"), let base = attributes(of: tag)["href"] {
                addresses = addresses.below(base)
            } else if tag.isNamed("link"), let link = link(attributes(of: tag), addresses),
                !result.contains(where: { $0.address == link.address })
            {
                result.append(link)
            }
        }
        return result
    }

    private static func attributes(of tag: HTMLTag) -> [String: String] {
        var result: [String: String] = [:]
        tag.forEachAttribute { name, value in
            if result[name.lowercased()] == nil { result[name.lowercased()] = value }
        }
        return result
    }

    private static func link(_ attributes: [String: String], _ addresses: Addresses) -> FeedLink? {
        let relations = attributes["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        let type = attributes["type"]?.lowercased().prefix { $0 != ";" } ?? ""
        guard relations.contains("alternate"), types.contains(type.filter { !$0.isWhitespace }),
            let address = attributes["href"].flatMap(addresses.resolved)
        else { return nil }
        return FeedLink(address: address, title: FeedText.line(attributes["title"] ?? ""))
    }

    /// JSON Feed 1.1 has a type of its own. `application/json` can be anything: WordPress names a page's data in its REST API so.
    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/xml",
        "application/xml",
    ]
}

/// A feed that a page names.
public struct FeedLink: Sendable, Hashable {
    /// Where the feed is, with `http` or `https`.
    public var address: String

    /// Its name in one line; empty if the page gives none.
    public var title: String
}

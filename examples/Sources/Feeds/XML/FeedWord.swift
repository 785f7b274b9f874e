import XMLReading

/// The meanings of the elements of RSS and Atom, in any namespace and case.
enum FeedWord: UInt8 {
    case rss, rdf, channel, feed, item
    case title, link, id, summary, content, inlineContent
    case author, person, name, email
    case published, updated, created
    case enclosure, category
    case image, icon, url, ignored, source, language
    case timeToLive, skipHours, hour, skipDays, day, updatePeriod, updateFrequency

    /// Whether a feed may begin with this element.
    var isRoot: Bool {
        switch self {
        case .rss, .rdf, .channel, .feed: true
        default: false
        }
    }

    /// The meaning of an element; nil if it has none here.
    static func meaning(of name: borrowing XMLName) -> FeedWord? {
        let local = name.local.lowercased()
        return switch FeedNamespace(name.namespace, prefix: name.prefix) {
        case .feed: feedWords[local]
        case .rdf: local == "rdf" ? .rdf : nil
        case .dublinCore: dublinCoreWords[local]
        case .content: local == "encoded" ? .content : nil
        case .itunes: itunesWords[local]
        case .syndication: ["updateperiod": .updatePeriod, "updatefrequency": .updateFrequency][local]
        case .xhtml: local == "body" || local == "div" ? .inlineContent : nil
        case .other: nil
        }
    }

    private static let feedWords: [String: FeedWord] = [
        "rss": .rss, "channel": .channel, "feed": .feed, "item": .item, "entry": .item,
        "title": .title, "link": .link, "guid": .id, "id": .id,
        "description": .summary, "summary": .summary, "abstract": .summary, "subtitle": .summary, "tagline": .summary,
        "content": .content, "fullitem": .content, "body": .inlineContent,
        "author": .author, "managingeditor": .author, "contributor": .ignored, "name": .name, "email": .email,
        "pubdate": .published, "published": .published, "issued": .published,
        "updated": .updated, "modified": .updated, "lastbuilddate": .updated, "created": .created,
        "enclosure": .enclosure, "category": .category, "keywords": .category,
        "image": .image, "icon": .icon, "logo": .icon, "url": .url, "textinput": .ignored, "source": .source,
        "language": .language, "ttl": .timeToLive, "skiphours": .skipHours, "hour": .hour, "skipdays": .skipDays,
        "day": .day,
    ]

    private static let dublinCoreWords: [String: FeedWord] = [
        "title": .title, "description": .summary, "creator": .person, "author": .person, "date": .updated,
        "modified": .updated, "issued": .published, "created": .created, "subject": .category, "language": .language,
    ]

    private static let itunesWords: [String: FeedWord] = [
        "author": .person, "image": .icon, "summary": .summary, "subtitle": .summary, "keywords": .category,
    ]
}

/// The namespaces that feeds use.
private enum FeedNamespace {
    case feed, rdf, dublinCore, content, itunes, syndication, xhtml, other

    /// - Parameter prefix: Says what is meant if the document doesn't declare it.
    init(_ name: String?, prefix: String?) {
        guard let name = name?.lowercased() else {
            self = prefix.map { Self.usual[$0.lowercased()] ?? .other } ?? .feed
            return
        }
        self =
            switch name {
            case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf
            case "http://purl.org/rss/1.0/modules/content/": .content
            case "http://purl.org/rss/1.0/modules/syndication/": .syndication
            case "http://www.w3.org/1999/xhtml", "http://www.w3.org/xhtml", "http://www.w3.org/tr/xhtml1/strict": .xhtml
            case _ where name.hasPrefix("http://purl.org/dc/"): .dublinCore
            case _ where name.hasPrefix("http://www.itunes.com/"): .itunes
            case _ where Self.isFeed(name): .feed
            default: .other
            }
    }

    private static func isFeed(_ name: String) -> Bool {
        let known = [
            "http://www.w3.org/2005/atom", "http://purl.org/atom/", "http://purl.org/rss/1.0/",
            "http://purl.org/rss/1.0/modules/rss091", "http://my.netscape.com/", "http://channel.netscape.com/",
            "http://backend.userland.com/", "http://blogs.law.harvard.edu/tech/rss", "http://cyber.law.harvard.edu/rss",
            "http://purl.org/net/rss", "http://purl.org/echo/", "http://purl.org/pie/", "http://example.com/newformat#",
            "http://example.com/necho", "uri/of/echo/namespace#",
        ]
        return name.isEmpty || known.contains { name.hasPrefix($0) } && !name.contains("/modules/")
            || name.hasPrefix("http://purl.org/rss/1.0/modules/rss091")
    }

    private static let usual: [String: FeedNamespace] = [
        "rdf": .rdf, "dc": .dublinCore, "dcterms": .dublinCore, "content": .content, "itunes": .itunes,
        "sy": .syndication, "xhtml": .xhtml, "atom": .feed, "rss": .feed,
    ]
}

import AppGroup

/// The properties of an item, while its elements arrive.
struct ItemParts {
    var id: String?
    var isIDLink = true
    /// Whether it says which other feed it comes from.
    var hasSource = false
    var title = ""
    var published: Timestamp?
    var updated: Timestamp?
    var created: Timestamp?
    var openName: String?
    var openEmail: String?

    private var link: String?
    private var isLinkPage = false
    private var summary: String?
    private var content: String?
    private(set) var authors: [String] = []
    private var categories: [String] = []
    private var enclosures: [FeedEnclosure] = []

    /// The most authors, categories or enclosures of one item.
    private static let most = 100

    /// Takes a link. The first one to a page counts, and any other only without one.
    mutating func addLink(_ address: String, isPage: Bool) {
        guard link == nil || isPage && !isLinkPage else { return }
        (link, isLinkPage) = (address, isPage)
    }

    /// Takes a description or a content: the first content and the first description count.
    mutating func addText(_ text: TextCapture, limit: Int) {
        if text.word == .content {
            if content?.isEmpty ?? true { content = text.lines(limit: limit) }
        } else if summary?.isEmpty ?? true {
            summary = text.lines(limit: limit)
        } else if content == nil {
            let other = text.lines(limit: limit)
            if other.utf8.count > summary?.utf8.count ?? 0 { content = other }
        }
    }

    mutating func addAuthor(_ text: String) {
        let name = PersonName.parse(text)
        if !name.isEmpty, !authors.contains(name), authors.count < Self.most { authors.append(name) }
    }

    mutating func endAuthor() {
        if let name = openName?.isEmpty == false ? openName : openEmail, !name.isEmpty, !authors.contains(name),
            authors.count < Self.most
        {
            authors.append(name)
        }
        (openName, openEmail) = (nil, nil)
    }

    mutating func addCategory(_ text: String?) {
        guard let name = text.map({ FeedText.line($0) }), !name.isEmpty, categories.count < Self.most else { return }
        if !categories.contains(name) { categories.append(name) }
    }

    mutating func addEnclosure(_ enclosure: FeedEnclosure) {
        guard enclosures.count < Self.most, !enclosures.contains(where: { $0.address == enclosure.address }) else {
            return
        }
        enclosures.append(enclosure)
    }

    /// The item.
    func item(_ addresses: Addresses) -> FeedItem {
        var item = FeedItem()
        item.id = id.map { $0.utf8.count > 2048 ? String($0.prefix(2048)) : $0 }
        item.link =
            link ?? (isIDLink ? id.flatMap { $0.lowercased().hasPrefix("http") ? addresses.resolved($0) : nil } : nil)
        item.title = title
        item.author = authors.isEmpty ? nil : authors.joined(separator: ", ")
        item.published = published ?? created
        item.updated = updated
        item.text = content.flatMap { $0.isEmpty ? nil : $0 } ?? summary ?? ""
        item.brief = content?.isEmpty == false ? summary : nil
        (item.categories, item.enclosures) = (categories, enclosures)
        return item
    }
}

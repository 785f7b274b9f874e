import XMLReading

/// Builds a feed from the elements of RSS and Atom as they come, which a ``FeedReceiver`` hands over.
///
/// Elements count where they belong: a title in a picture, in the source of an item or in an unknown element is no title of the
/// feed. An item joins the feed when it ends, so what was cut off in the middle is left out.
struct FeedBuilder {
    var feed: Feed?
    private(set) var items: [FeedItem] = []
    private(set) var leavesItemsOut = false

    /// The items whose author is the feed's if the format says so: those without an author and without a source.
    private var authorless: [Int] = []

    private let limits: FeedLimits
    private var vocabulary = XMLVocabulary<FeedWord>(FeedWord.meaning(of:))
    private(set) var depth = 0

    /// The bases that hold at this place, with the depth of the elements that set them.
    var bases: [(depth: Int, addresses: Addresses)]

    /// The elements that are open and give their children a meaning.
    private(set) var scopes: [(word: FeedWord, depth: Int)] = []
    private var capture: TextCapture?

    /// The memory of the last text, for the next one.
    private var buffer: [UInt8] = []
    private var parts = ItemParts()
    private var feedParts = ItemParts()
    private var pace = PaceParts()
    var icon: String?

    init(address: String?, limits: FeedLimits) {
        self.limits = limits
        bases = [(0, Addresses(base: address))]
    }

    var addresses: Addresses { bases[bases.count - 1].addresses }

    // MARK: - Elements

    mutating func begin(_ tag: borrowing XMLTag) throws {
        depth += 1
        if tag.attributeCount > 0 { noteBase(tag) }
        if capture != nil {
            beginWithin(tag)
            return
        }
        guard let word = vocabulary.word(for: tag.name) else {
            if depth == 1 { throw notFeed(tag.name.local) }
            return
        }
        if depth == 1 { try beginRoot(word, tag) }
        begin(word, tag)
    }

    private mutating func beginRoot(_ word: FeedWord, _ tag: borrowing XMLTag) throws {
        guard word.isRoot else { throw notFeed(tag.name.local) }
        feed = Feed(format: FeedFormat(root: word, tag))
        feed?.language = tag.attribute("lang", in: "http://www.w3.org/XML/1998/namespace")
        if let language = feed?.language { feed?.language = FeedText.line(language.replacing("_", with: "-")) }
    }

    private func notFeed(_ name: String) -> FeedError {
        FeedError(
            .notFeed,
            "This is not a feed but another kind of XML: it begins with <\(FeedText.line(String(name.prefix(40))))>.")
    }

    private mutating func begin(_ word: FeedWord, _ tag: borrowing XMLTag) {
        guard let scope = scopes.last else {
            if word.isRoot { scopes.append((word, depth)) }
            return
        }
        switch scope.word {
        case .rss, .rdf:
            if word == .channel || word == .item || word == .image || word == .ignored { open(word, tag) }
        case .channel, .feed, .item:
            if depth == scope.depth + 1 || word == .item { beginPart(word, tag) }
        case .author: if word == .name || word == .email { listen(for: word) }
        case .image: if word == .url { listen(for: word) }
        case .skipHours: if word == .hour { listen(for: word) }
        case .skipDays: if word == .day { listen(for: word) }
        default: break
        }
    }

    private mutating func open(_ word: FeedWord, _ tag: borrowing XMLTag) {
        scopes.append((word, depth))
        if word == .channel || word == .item { refineFormat(tag.name) }
        if word == .item {
            parts = ItemParts()
            parts.id = tag.attribute("about", in: "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
        }
    }

    /// RDF says its version with the namespace of the elements in it.
    private mutating func refineFormat(_ name: borrowing XMLName) {
        if feed?.format == .rss10, name.namespace?.contains("netscape.com") == true { feed?.format = .rss090 }
    }

    private mutating func beginPart(_ word: FeedWord, _ tag: borrowing XMLTag) {
        let isItem = scopes.last?.word == .item
        switch word {
        case .item:
            // An item that never ended is complete when the next one begins.
            if isItem { end(.item) }
            open(.item, tag)
        case .image, .ignored, .skipHours, .skipDays:
            scopes.append((isItem && word == .image ? .ignored : word, depth))
        case .source:
            if isItem { parts.hasSource = true }
            scopes.append((.ignored, depth))
        case .author:
            // Atom's author has elements, and RSS's author has text.
            listen(for: word)
        case .link: beginLink(tag)
        case .enclosure: addEnclosure(tag.attribute("url") ?? tag.attribute("href"), tag)
        case .icon where tag.attribute("href") != nil: noteIcon(tag.attribute("href"))
        case .category:
            note { $0.addCategory(tag.attribute("label") ?? tag.attribute("term")) }
            listen(for: word)
        case .id:
            if tag.attribute("isPermaLink")?.lowercased() == "false" { parts.isIDLink = false }
            listen(for: word)
        case .title, .summary, .content:
            listen(for: word, markup(word, tag))
        case .inlineContent:
            listen(for: .content, .html, isInline: true)
        case .person, .published, .updated, .created, .language, .timeToLive, .updatePeriod, .updateFrequency, .icon:
            listen(for: word)
        case .rss, .rdf, .channel, .feed, .name, .email, .url, .hour, .day: break
        }
    }

    private mutating func beginWithin(_ tag: borrowing XMLTag) {
        // Only these two: a copy of the text would be copied again by each change.
        guard let (outer, outerDepth) = capture.map({ ($0.word, $0.depth) }) else { return }
        switch outer {
        case .author:
            scopes.append((.author, outerDepth))
            capture = nil
            if let inner = vocabulary.word(for: tag.name), inner == .name || inner == .email { listen(for: inner) }
        case .title, .summary, .content: capture?.append(tag: tag.name.local, isEnd: false)
        default: break
        }
    }

    /// Begins to keep the text of the element that has begun.
    mutating func listen(for word: FeedWord, _ markup: TextCapture.Markup = .plain, isInline: Bool = false) {
        var memory: [UInt8] = []
        swap(&memory, &buffer)
        capture = TextCapture(word, depth: depth, markup: markup, isInline: isInline, in: memory)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) { capture?.append(bytes) }

    mutating func end(_ name: borrowing XMLName) {
        if capture?.depth == depth, var text = capture.take() {
            finish(text)
            buffer = text.takeBuffer()
        } else if capture?.markup == .html {
            capture?.append(tag: name.local, isEnd: true)
        }
        if let scope = scopes.last, scope.depth == depth { end(scope.word) }
        if bases[bases.count - 1].depth == depth, bases.count > 1 { bases.removeLast() }
        depth -= 1
    }

    private mutating func end(_ word: FeedWord) {
        scopes.removeLast()
        if word == .author { note { $0.endAuthor() } }
        guard word == .item else { return }
        if items.count < limits.items {
            if parts.authors.isEmpty, !parts.hasSource { authorless.append(items.count) }
            items.append(parts.item(addresses))
        } else {
            leavesItemsOut = true
        }
    }

    // MARK: - Contents

    /// Changes the parts of what is open: an item or the feed.
    mutating func note(_ change: (inout ItemParts) -> Void) {
        if scopes.contains(where: { $0.word == .item }) { change(&parts) } else { change(&feedParts) }
    }

    private mutating func finish(_ text: TextCapture) {
        switch text.word {
        case .title: note { if $0.title.isEmpty { $0.title = text.line() } }
        case .summary, .content:
            let limit = limits.text
            note { $0.addText(text, limit: limit) }
        case .link: if let link = addresses.resolved(text.string) { note { $0.addLink(link, isPage: true) } }
        case .id: note { if !text.bytes.isEmpty { $0.id = text.string } }
        case .author, .person: note { $0.addAuthor(text.line()) }
        case .name: note { $0.openName = text.line() }
        case .email: note { $0.openEmail = text.line() }
        case .published: note { $0.published = text.date ?? $0.published }
        case .updated: note { $0.updated = text.date ?? $0.updated }
        case .created: note { $0.created = text.date ?? $0.created }
        case .category: note { $0.addCategory(text.string) }
        case .url, .icon: noteIcon(text.string)
        case .language: if scopes.last?.word != .item { feed?.language = text.line(limit: 40) }
        default: pace.take(text)
        }
    }

    /// The feed, without an item that has not ended.
    mutating func finished() -> Feed? {
        guard var feed else { return nil }
        let own = feedParts.item(addresses)
        (feed.title, feed.link, feed.id, feed.author) = (own.title, own.link, own.id, own.author)
        (feed.summary, feed.updated, feed.icon) = (own.text, own.updated ?? own.published, icon)
        feed.pace = pace.pace
        // Only Atom says so (RFC 4287, 4.2.1).
        if feed.format.isAtom {
            for index in authorless { items[index].author = feed.author }
        }
        ItemIdentity.identify(&items)
        feed.items = items
        if leavesItemsOut { feed.damage = "The feed has more than \(limits.items) items; the rest was left out." }
        return feed
    }
}

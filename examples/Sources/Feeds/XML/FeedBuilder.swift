import AppGroup
import XMLReading

/// Hands the elements of a document to a ``FeedBuilder``.
///
/// The builder is a value in memory of its own. So Swift need not check for each element, or even for each property, that nobody else
/// is changing it: this takes a quarter off the time of a large feed.
final class FeedReceiver: XMLReceiver {
    private let builder: UnsafeMutablePointer<FeedBuilder>

    init(_ builder: FeedBuilder) {
        self.builder = .allocate(capacity: 1)
        self.builder.initialize(to: builder)
    }

    deinit {
        builder.deinitialize(count: 1)
        builder.deallocate()
    }

    func begin(_ tag: borrowing XMLTag) throws { try builder.pointee.begin(tag) }
    func end(_ name: borrowing XMLName) { builder.pointee.end(name) }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) { builder.pointee.text(bytes) }

    /// The feed, without an item that has not ended; nil if the document did not begin.
    func finished() -> Feed? { builder.pointee.finished() }
}

/// Builds a feed from the elements of RSS and Atom as they come, which a ``FeedReceiver`` hands over.
///
/// Elements count where they belong: a title in a picture, in the source of an item or in an unknown element is no title of the
/// feed. An item joins the feed when it ends, so what was cut off in the middle is left out.
struct FeedBuilder {
    private(set) var feed: Feed?
    private(set) var items: [FeedItem] = []
    private(set) var leavesItemsOut = false

    /// The items whose author is the feed's if the format says so: those without an author and without a source.
    private var authorless: [Int] = []

    private let limits: FeedLimits
    private var vocabulary = XMLVocabulary<FeedWord>(FeedWord.meaning(of:))
    private var depth = 0

    /// The bases that hold at this place, with the depth of the elements that set them.
    private var bases: [(depth: Int, addresses: Addresses)]

    /// The elements that are open and give their children a meaning.
    private var scopes: [(word: FeedWord, depth: Int)] = []
    private var capture: TextCapture?

    /// The memory of the last text, for the next one.
    private var buffer: [UInt8] = []
    private var parts = ItemParts()
    private var feedParts = ItemParts()
    private var pace = PaceParts()
    private var icon: String?

    init(address: String?, limits: FeedLimits) {
        self.limits = limits
        bases = [(0, Addresses(base: address))]
    }

    private var addresses: Addresses { bases[bases.count - 1].addresses }

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
        switch word {
        case .rss, .rdf, .channel, .feed: feed = Feed(format: FeedFormat(root: word, tag))
        default: throw notFeed(tag.name.local)
        }
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
            if [.rss, .rdf, .channel, .feed].contains(word) { scopes.append((word, depth)) }
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
            // An item that never ended counts as whole where the next one begins.
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
        switch capture?.word {
        case .author:
            let inner = vocabulary.word(for: tag.name)
            scopes.append((.author, capture!.depth))
            capture = nil
            if inner == .name || inner == .email { listen(for: inner!) }
        case .title, .summary, .content: capture?.append(tag: tag.name.local, isEnd: false)
        default: break
        }
    }

    /// Begins to keep the text of the element that has begun.
    private mutating func listen(for word: FeedWord, _ markup: TextCapture.Markup = .plain, isInline: Bool = false) {
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

    // MARK: - Attributes

    private mutating func noteBase(_ tag: borrowing XMLTag) {
        guard let base = tag.attribute("base", in: "http://www.w3.org/XML/1998/namespace") else { return }
        bases.append((depth, addresses.below(base)))
    }

    private mutating func beginLink(_ tag: borrowing XMLTag) {
        guard let target = tag.attribute("href") ?? tag.attribute("url") ?? tag.attribute("uri") else {
            listen(for: .link)
            return
        }
        switch tag.attribute("rel")?.lowercased() ?? "alternate" {
        case "alternate", "http://www.iana.org/assignments/relation/alternate":
            let type = tag.attribute("type")?.lowercased() ?? "text/html"
            let isPage = type.contains("html") || type == "text/plain"
            if let address = addresses.resolved(target) { note { $0.addLink(address, isPage: isPage) } }
        case "self":
            let address = addresses.resolved(target)
            if scopes.last?.word != .item, feed?.address == nil { feed?.address = address }
        case "enclosure", "http://www.iana.org/assignments/relation/enclosure": addEnclosure(target, tag)
        default: break
        }
    }

    private mutating func addEnclosure(_ target: String?, _ tag: borrowing XMLTag) {
        guard let address = target.flatMap(addresses.resolved) else { return }
        let type = tag.attribute("type").map { FeedText.line($0) }
        let length = tag.attribute("length").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        note { $0.addEnclosure(FeedEnclosure(address: address, mediaType: type, length: length)) }
    }

    private mutating func noteIcon(_ target: String?) {
        guard scopes.last?.word != .item, icon == nil else { return }
        icon = target.flatMap(addresses.resolved)
    }

    /// What kind of text an element has, by its attributes (RFC 4287, 3.1) and by custom.
    private func markup(_ word: FeedWord, _ tag: borrowing XMLTag) -> TextCapture.Markup {
        let isAtom = feed?.format == .atom10 || feed?.format == .atom03
        if tag.attribute("mode") == "base64" { return .base64 }
        guard let type = tag.attribute("type")?.lowercased(), !type.isEmpty else {
            return isAtom ? (feed?.format == .atom03 ? .unknown : .plain) : word == .title ? .unknown : .html
        }
        if type == "text" || type == "text/plain" || type == "plain" { return isAtom ? .plain : .unknown }
        if type.contains("html") { return .html }
        if type.hasPrefix("text/") || type.hasSuffix("xml") { return .unknown }
        return word == .title && isAtom ? .base64 : .other
    }

    // MARK: - Contents

    /// Changes the parts of what is open: an item or the feed.
    private mutating func note(_ change: (inout ItemParts) -> Void) {
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
        if feed.format == .atom10 || feed.format == .atom03 {
            for index in authorless { items[index].author = feed.author }
        }
        ItemIdentity.identify(&items)
        feed.items = items
        if leavesItemsOut { feed.damage = "The feed has more than \(limits.items) items; the rest was left out." }
        return feed
    }
}

extension FeedFormat {
    fileprivate init(root: FeedWord, _ tag: borrowing XMLTag) {
        let version = tag.attribute("version") ?? ""
        switch root {
        case .feed: self = version == "0.3" || tag.name.namespace?.contains("purl.org/atom") == true ? .atom03 : .atom10
        case .rdf: self = .rss10
        default:
            let known: [String: FeedFormat] = [
                "0.90": .rss090, "0.91": .rss091, "0.92": .rss092, "0.93": .rss093, "0.94": .rss094, "1.0": .rss10,
            ]
            self = known[version] ?? (version.hasPrefix("2") ? .rss20 : .rss)
        }
    }
}

import XMLReading

/// Builds a list of subscriptions from the elements of OPML as they come.
final class OutlineBuilder: XMLReceiver {
    private(set) var title = ""
    private(set) var feeds: [OutlineFeed] = []
    private(set) var unusable: [String] = []

    private let limits: FeedLimits
    private let addresses = Addresses(base: nil)
    private var depth = 0
    private var folders: [(name: String, depth: Int)] = []
    private var seen: Set<String> = []
    private var titleText: [UInt8]?

    init(limits: FeedLimits) { self.limits = limits }

    func begin(_ tag: borrowing XMLTag) throws {
        depth += 1
        if depth == 1, tag.name.local.lowercased() != "opml" {
            throw FeedError(.notFeed, "This is not a list of feeds: it is XML, but not OPML.")
        }
        switch tag.name.local.lowercased() {
        case "outline": beginOutline(tag)
        case "title" where depth == 3 && feeds.isEmpty && folders.isEmpty: titleText = []
        default: break
        }
    }

    private func beginOutline(_ tag: borrowing XMLTag) {
        var attributes: [String: String] = [:]
        tag.forEachAttribute { name, value in
            attributes[name.local.lowercased()] = String(decoding: value, as: UTF8.self)
        }
        let text = FeedText.line(attributes["text"] ?? "")
        guard let reference = attributes["xmlurl"] ?? (attributes["type"] == "rss" ? attributes["url"] : nil) else {
            let name = text.isEmpty ? FeedText.line(attributes["title"] ?? "") : text
            if !name.isEmpty { folders.append((name, depth)) }
            return
        }
        let name = attributes["title"].map { FeedText.line($0) } ?? ""
        guard let address = addresses.resolved(Self.withoutFeedScheme(reference)) else {
            let names = [name, text, FeedText.line(reference)]
            if unusable.count < limits.items { unusable.append(names.first { !$0.isEmpty } ?? "") }
            return
        }
        guard feeds.count < limits.items, seen.insert(address).inserted else { return }
        feeds.append(
            OutlineFeed(
                address: address, title: name.isEmpty ? (text == address ? "" : text) : name,
                link: attributes["htmlurl"].flatMap(addresses.resolved), folders: folders.map(\.name)))
    }

    /// Some lists have the scheme of Apple's readers: `feed://example.org/f` or `feed:https://example.org/f`.
    private static func withoutFeedScheme(_ reference: String) -> String {
        guard reference.lowercased().hasPrefix("feed:") else { return reference }
        let rest = reference.dropFirst(5)
        return rest.hasPrefix("//") ? "http:" + rest : String(rest)
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) { titleText?.append(contentsOf: bytes) }

    func end(_ name: borrowing XMLName) {
        if let text = titleText {
            title = text.withUnsafeBufferPointer { FeedText.line($0) }
            titleText = nil
        }
        if folders.last?.depth == depth { folders.removeLast() }
        depth -= 1
    }
}

/// Reads JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>).
struct JSONFeed {
    private let limits: FeedLimits
    private let addresses: Addresses

    static func read(_ text: DocumentText, address: String?, _ limits: FeedLimits) throws(FeedError) -> Feed {
        let (node, damage) = text.bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes, limit: limits.values)
            let node = reader.read()
            return (node, reader.damage)
        }
        let version = node?["version"]?.string ?? ""
        guard let node, version.contains("jsonfeed.org/version/1") || node["items"] != nil && node["title"] != nil
        else {
            throw FeedError(.notFeed, "This is JSON, but not a JSON Feed: it has no version of jsonfeed.org.")
        }
        let reader = JSONFeed(limits: limits, addresses: Addresses(base: address))
        var feed = reader.feed(node, version.hasSuffix("1.1") ? .json11 : .json10)
        feed.damage = feed.damage ?? damage ?? text.damage
        return feed
    }

    private func feed(_ node: JSONNode, _ format: FeedFormat) -> Feed {
        var feed = Feed(format: format)
        feed.title = line(node["title"])
        feed.summary = line(node["description"])
        feed.link = address(node["home_page_url"])
        feed.address = address(node["feed_url"])
        feed.id = feed.address
        feed.language = node["language"]?.string.map { FeedText.line($0) }
        feed.author = author(of: node)
        feed.icon = address(node["icon"]) ?? address(node["favicon"])
        let items = node["items"]?.elements ?? []
        if items.count > limits.items {
            feed.damage = "The feed has more than \(limits.items) items; the rest was left out."
        }
        feed.items = items.prefix(limits.items).map(item)
        for index in feed.items.indices where feed.items[index].author == nil { feed.items[index].author = feed.author }
        ItemIdentity.identify(&feed.items)
        return feed
    }

    private func item(_ node: JSONNode) -> FeedItem {
        var item = FeedItem()
        item.id = node["id"]?.string.flatMap { $0.isEmpty ? nil : String($0.prefix(2048)) }
        item.link = address(node["url"]) ?? address(node["external_url"])
        item.title = line(node["title"])
        item.author = author(of: node)
        item.published = node["date_published"]?.string.flatMap(FeedDate.parse)
        item.updated = node["date_modified"]?.string.flatMap(FeedDate.parse)
        let summary = lines(node["summary"], isHTML: false)
        let html = lines(node["content_html"], isHTML: true)
        let content = html.isEmpty ? lines(node["content_text"], isHTML: false) : html
        item.text = content.isEmpty ? summary : content
        item.brief = content.isEmpty ? nil : summary
        for tag in node["tags"]?.elements.prefix(100) ?? [] {
            let name = line(tag)
            if !name.isEmpty, !item.categories.contains(name) { item.categories.append(name) }
        }
        item.enclosures = (node["attachments"]?.elements.prefix(100) ?? []).compactMap { attachment in
            guard let address = address(attachment["url"]) else { return nil }
            return FeedEnclosure(
                address: address, mediaType: attachment["mime_type"]?.string.map { FeedText.line($0) },
                length: attachment["size_in_bytes"]?.integer.flatMap { $0 > 0 ? $0 : nil })
        }
        return item
    }

    /// The names of the authors: `authors`, or `author` of version 1.0.
    private func author(of node: JSONNode) -> String? {
        let people = node["authors"]?.elements ?? node["author"].map { [$0] } ?? []
        let names = people.prefix(100).map { line($0["name"] ?? $0["url"]) }.filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private func address(_ node: JSONNode?) -> String? { node?.string.flatMap(addresses.resolved) }

    private func line(_ node: JSONNode?) -> String { node?.string.map { FeedText.line($0) } ?? "" }

    private func lines(_ node: JSONNode?, isHTML: Bool) -> String {
        guard var text = node?.string else { return "" }
        return text.withUTF8 {
            isHTML ? FeedText.lines(html: $0, limit: limits.text) : FeedText.lines($0, limit: limits.text)
        }
    }
}

import AppGroup

/// Makes the keys that identify the items of a feed: ``FeedItem/identity`` and ``FeedItem/aliases``.
///
/// Guids and links change more often than their authors think. The usual changes are from `http` to `https` and to another host,
/// so the scheme is not part of a key, and the path alone is another key.
enum ItemIdentity {
    /// Gives every item its keys, and leaves out an item that occurs again: the first one, which is the newest in nearly every
    /// feed, stays.
    static func identify(_ items: [FeedItem]) -> [FeedItem] {
        let shared = sharedIDs(items)
        var seen: Set<String> = []
        var result: [FeedItem] = []
        result.reserveCapacity(items.count)
        for var item in items {
            let address = item.id.flatMap { shared.contains($0) ? nil : $0 } ?? item.link
            item.identity = key(of: item, isIDShared: item.id.map(shared.contains) ?? false)
            if seen.insert(item.identity).inserted {
                item.aliases = address.flatMap(path(of:)).map { ["path:\($0)"] } ?? []
                result.append(item)
            }
        }
        return withoutSharedAliases(result)
    }

    /// The ids that items with different links have in common. They identify nothing.
    private static func sharedIDs(_ items: [FeedItem]) -> Set<String> {
        var links: [String: String] = [:]
        var shared: Set<String> = []
        for item in items {
            guard let id = item.id, let link = item.link else { continue }
            if let other = links.updateValue(link, forKey: id), other != link { shared.insert(id) }
        }
        return shared
    }

    private static func key(of item: FeedItem, isIDShared: Bool) -> String {
        if let id = item.id, !isIDShared { return "id:" + withoutScheme(id) }
        if let link = item.link { return "link:" + withoutScheme(link) }
        let date = item.date.map { String($0.milliseconds) } ?? ""
        // Without a title, the beginning of the text has to do.
        return "text:" + (item.title.isEmpty ? String(item.text.prefix(200)) : item.title) + "\n" + date
    }

    private static func withoutScheme(_ text: String) -> String {
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            return String(text.dropFirst(scheme.count))
        }
        return text
    }

    /// Path and query of an address; nil if it has none that tells one item from another.
    private static func path(of text: String) -> String? {
        guard text.hasPrefix("http") else { return nil }
        let parts = URLReference(Substring(text))
        guard parts.isOfTheWeb, parts.path.utf8.count > 1 || parts.query?.isEmpty == false else { return nil }
        return String(parts.path) + (parts.query.map { "?\($0)" } ?? "")
    }

    private static func withoutSharedAliases(_ items: [FeedItem]) -> [FeedItem] {
        var counts: [String: Int] = [:]
        for alias in items.lazy.flatMap(\.aliases) { counts[alias, default: 0] += 1 }
        guard counts.values.contains(where: { $0 > 1 }) else { return items }
        return items.map { item in
            var item = item
            item.aliases.removeAll { counts[$0, default: 0] > 1 }
            return item
        }
    }
}

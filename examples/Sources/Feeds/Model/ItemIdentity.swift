import AppGroup

/// Makes the keys that identify the items of a feed: ``FeedItem/identity`` and ``FeedItem/aliases``.
///
/// Guids and links change more often than their authors think. The usual changes are from `http` to `https` and to another host,
/// so the scheme is not part of a key, and the path alone is another key. Items that a feed only links to are on many hosts, and
/// their paths identify nothing.
public enum ItemIdentity {
    /// The longest identity, in bytes of UTF-8.
    private static let limit = 4096

    /// A key in the form that identities have: one line without control characters, of at most 4,096 bytes. Earlier versions
    /// didn't change keys in this way; this turns theirs into those of today.
    public static func line(_ key: String) -> String {
        var key = key
        let isLine = key.withUTF8 { bytes in
            bytes.count <= limit
                // U+0080 to U+009F begin with 0xC2.
                && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
        }
        if isLine { return key }
        var line = ""
        var count = 0
        for scalar in key.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            let isControl = scalar.properties.generalCategory == .control
            line.unicodeScalars.append(isControl ? " " : scalar)
        }
        return line
    }

    /// Gives every item its keys, and removes an item that occurs again: the first one, which is the newest in nearly every
    /// feed, stays.
    static func identify(_ items: inout [FeedItem]) {
        // Equal ids make equal keys. So if all keys differ, no id is shared, and the items need not be compared.
        var repeated = setKeys(of: &items, sharedIDs: [])
        if !repeated.isEmpty {
            repeated = setKeys(of: &items, sharedIDs: sharedIDs(items))
            items = items.indices.filter { !repeated.contains($0) }.map { items[$0] }
        }
        removeForeignAliases(&items)
        removeSharedAliases(&items)
    }

    /// Gives every item its keys.
    /// - Returns: Where the items are whose keys an earlier item has.
    private static func setKeys(of items: inout [FeedItem], sharedIDs: Set<String>) -> Set<Int> {
        var seen = Set<String>(minimumCapacity: items.count)
        var repeated: Set<Int> = []
        for index in items.indices {
            items[index].setKeys(sharedIDs: sharedIDs)
            if !seen.insert(items[index].identity).inserted { repeated.insert(index) }
        }
        return repeated
    }

    /// The ids that items with different links have in common. They identify nothing.
    private static func sharedIDs(_ items: [FeedItem]) -> Set<String> {
        var first = [String: Int](minimumCapacity: items.count)
        var shared: Set<String> = []
        for index in items.indices {
            guard let id = items[index].id, items[index].link != nil else { continue }
            if let other = first.updateValue(index, forKey: id), items[other].link != items[index].link {
                shared.insert(id)
            }
        }
        return shared
    }

    /// Removes the aliases of items on other hosts than most of the items, or all aliases if there is no such host.
    private static func removeForeignAliases(_ items: inout [FeedItem]) {
        let hosts = items.map(host(of:))
        var candidate: Substring?
        // This finds the host of more than half of the items, if there is one (the majority vote of Boyer and Moore).
        var votes = 0
        for case let host? in hosts {
            if votes == 0 { candidate = host }
            votes += host == candidate ? 1 : -1
        }
        let (own, all) = (hosts.count { $0 != nil && $0 == candidate }, hosts.count { $0 != nil })
        guard own < all else { return }
        for index in items.indices where own * 2 <= all || hosts[index] != candidate { items[index].aliases = [] }
    }

    /// The host of the address that an alias was made of; nil if there is no alias.
    private static func host(of item: FeedItem) -> Substring? {
        guard !item.aliases.isEmpty else { return nil }
        // Then the identity is `id:` or `link:`, and the address without its scheme.
        let address = item.identity.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        let host = address.prefix { !"/?#".utf8.contains($0) }
        return Substring(host.starts(with: "www.".utf8) ? host.dropFirst(4) : host)
    }

    private static func removeSharedAliases(_ items: inout [FeedItem]) {
        var seen = Set<String>(minimumCapacity: items.count)
        var shared: Set<String> = []
        for alias in items.lazy.flatMap(\.aliases) where !seen.insert(alias).inserted { shared.insert(alias) }
        guard !shared.isEmpty else { return }
        for index in items.indices { items[index].aliases.removeAll(where: shared.contains) }
    }
}

extension FeedItem {
    fileprivate mutating func setKeys(sharedIDs: Set<String>) {
        let isIDShared = id.map(sharedIDs.contains) ?? false
        identity = ItemIdentity.line(key(isIDShared: isIDShared))
        let address = (isIDShared ? nil : id) ?? link
        aliases = address.flatMap(Self.path(of:)).map { ["path:" + $0] } ?? []
    }

    private func key(isIDShared: Bool) -> String {
        if let id, !isIDShared { return "id:" + Self.withoutScheme(id) }
        if let link { return "link:" + Self.withoutScheme(link) }
        let date = date.map { String($0.milliseconds) } ?? ""
        // Without a title, the beginning of the text has to do.
        return "text:" + (title.isEmpty ? String(text.prefix(200)) : title) + " " + date
    }

    private static func withoutScheme(_ text: String) -> String {
        let length = text.utf8.starts(with: "https://".utf8) ? 8 : text.utf8.starts(with: "http://".utf8) ? 7 : 0
        return length == 0 ? text : String(Substring(text.utf8.dropFirst(length)))
    }

    /// Path, query and fragment of an address; nil if it has none that distinguishes items.
    private static func path(of text: String) -> String? {
        guard text.hasPrefix("http") else { return nil }
        let parts = URLReference(Substring(text))
        guard parts.isOfTheWeb, parts.path.utf8.count > 1 || parts.query?.isEmpty == false else { return nil }
        return String(parts.path) + (parts.query.map { "?\($0)" } ?? "") + (parts.fragment.map { "#\($0)" } ?? "")
    }
}

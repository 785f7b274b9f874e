import XMLReading

/// The attributes that count: bases, links, enclosures, icons and kinds of text.
extension FeedBuilder {
    mutating func noteBase(_ tag: borrowing XMLTag) {
        guard let base = tag.attribute("base", in: "http://www.w3.org/XML/1998/namespace") else { return }
        bases.append((depth, addresses.below(base)))
    }

    mutating func beginLink(_ tag: borrowing XMLTag) {
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

    mutating func addEnclosure(_ target: String?, _ tag: borrowing XMLTag) {
        guard let address = target.flatMap(addresses.resolved) else { return }
        let type = tag.attribute("type").map { FeedText.line($0) }
        let length = tag.attribute("length").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        note { $0.addEnclosure(FeedEnclosure(address: address, mediaType: type, length: length)) }
    }

    mutating func noteIcon(_ target: String?) {
        guard scopes.last?.word != .item, icon == nil else { return }
        icon = target.flatMap(addresses.resolved)
    }

    /// The kind of text that an element has, by its attributes (RFC 4287, 3.1) and by custom.
    func markup(_ word: FeedWord, _ tag: borrowing XMLTag) -> TextCapture.Markup {
        if tag.attribute("mode") == "base64" { return .base64 }
        let isAtom = feed?.format.isAtom == true
        let type = tag.attribute("type")?.lowercased() ?? ""
        switch type {
        case "": return undeclaredMarkup(of: word)
        case "text", "text/plain", "plain": return isAtom ? .plain : .unknown
        case _ where type.contains("html"): return .html
        case _ where type.hasPrefix("text/") || type.hasSuffix("xml"): return .unknown
        default: return word == .title && isAtom ? .base64 : .other
        }
    }

    private func undeclaredMarkup(of word: FeedWord) -> TextCapture.Markup {
        switch feed?.format {
        case .atom10: .plain
        case .atom03: .unknown
        default: word == .title ? .unknown : .html
        }
    }
}

extension FeedFormat {
    /// The format of a document, by its first element.
    init(root: FeedWord, _ tag: borrowing XMLTag) {
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

    var isAtom: Bool { self == .atom10 || self == .atom03 }
}

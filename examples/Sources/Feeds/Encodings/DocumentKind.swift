/// The kind of a document, by its first bytes.
enum DocumentKind {
    case xml, page, json, other

    init(_ text: [UInt8]) {
        self = text.withUnsafeBufferPointer { Self.kind(of: $0) }
    }

    private static func kind(of text: UnsafeBufferPointer<UInt8>) -> DocumentKind {
        var index = 0
        while index < text.count {
            while index < text.count, text[index].isBlank || text[index] == 0 { index += 1 }
            if text.has("<!--", at: index) {
                index = text.firstRange(of: "-->", from: index)?.upperBound ?? text.count
            } else if text.has("<?", at: index) {
                index = text.firstRange(of: ">", from: index)?.upperBound ?? text.count
            } else {
                break
            }
        }
        guard index < text.count else { return .other }
        if text.has("<!doctype html", at: index) || text.has("<html", at: index) {
            // A document that claims to be a page may be a feed.
            return hasFeed(text, from: index) ? .xml : .page
        }
        if text[index] == UInt8(ascii: "{") { return .json }
        if text[index] == UInt8(ascii: "<"), HTMLTag(text, at: index) != nil {
            return ["<head", "<body", "<div", "<p>", "<table"].contains { text.has($0, at: index) } ? .page : .xml
        }
        return hasFeed(text, from: index) ? .xml : .other
    }

    /// Whether a feed begins near the beginning, after messages of a server.
    private static func hasFeed(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        let head = UnsafeBufferPointer(rebasing: text[start..<min(text.count, start + 4096)])
        var index = 0
        while let next = head.firstIndex(of: UInt8(ascii: "<"), from: index) {
            if ["<rss ", "<rss>", "<rdf:RDF", "<feed "].contains(where: { head.has($0, at: next) }) { return true }
            index = next + 1
        }
        return false
    }
}

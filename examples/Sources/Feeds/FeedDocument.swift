/// Reads feeds of every format.
public enum FeedDocument {
    /// Reads a feed: RSS 0.90 to 2.0, Atom 0.3 or 1.0, or JSON Feed 1.0 or 1.1.
    ///
    /// A damaged feed is read as far as possible: every complete item is kept, and ``Feed/damage`` names the fault.
    /// Nothing is fetched or opened. Several threads may call this at once.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received, after any `Content-Encoding` was removed.
    ///   - contentType: The field `Content-Type` of the answer, such as `text/xml; charset=windows-1251`.
    ///   - address: Where the document came from, to resolve relative addresses.
    public static func read(
        _ bytes: [UInt8], contentType: String? = nil, address: String? = nil, limits: FeedLimits = FeedLimits()
    ) throws(FeedError) -> Feed {
        guard bytes.count <= limits.bytes else {
            throw FeedError(.tooLarge, "The document has \(bytes.count) bytes; at most \(limits.bytes) are read.")
        }
        guard !bytes.allSatisfy(\.isBlank) else { throw FeedError(.empty, "The document is empty.") }
        let text = DocumentText(bytes, contentType: contentType)
        switch DocumentKind(text.bytes) {
        case .xml: return try xml(text, address: address, limits)
        case .json: return try JSONFeed.read(text, address: address, limits)
        case .page: throw FeedError(.page, "This is a web page, not a feed.")
        case .other: throw FeedError(.notFeed, "This is not a feed\(kind(contentType)).")
        }
    }

    private static func xml(_ text: DocumentText, address: String?, _ limits: FeedLimits) throws(FeedError) -> Feed {
        let (receiver, damage) = try XMLDocument.read(text) {
            FeedReceiver(FeedBuilder(address: address, limits: limits))
        }
        guard var feed = receiver.finished() else {
            throw FeedError(.damaged, damage ?? "The document ends before it begins.")
        }
        feed.damage = damage ?? feed.damage
        return feed
    }

    /// The kind of document that the answer declares, for the end of a sentence.
    private static func kind(_ contentType: String?) -> String {
        guard let type = contentType?.prefix(while: { $0 != ";" }), !type.isEmpty else { return "" }
        switch type.prefix(while: { $0 != "/" }).lowercased() {
        case "video": return " but a film"
        case "audio": return " but a sound"
        case "image": return " but a picture"
        default: return " but \(FeedText.line(String(type.prefix(80))))"
        }
    }
}

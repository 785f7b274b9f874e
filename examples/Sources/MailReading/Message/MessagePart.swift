/// A part of a message: a header, and a body that may consist of further parts (RFC 2046, 5.1 and 5.2.1).
public struct MessagePart: Sendable {
    /// The fields that describe it.
    public internal(set) var header: Header

    /// How deep it is: 0 for the message itself.
    public let depth: Int

    /// The place of the part that contains it, in the list of all parts; nil for the message itself.
    public let parent: Int?

    /// Where its body is in the message, encoded.
    public internal(set) var body: Range<Int>

    /// Whether its body consists of other parts, which follow it in the list.
    public internal(set) var hasParts = false

    /// The type of its body.
    var contentType: ContentType = .plainText

    /// The type and subtype, such as `text/html`, in lowercase; plain text if it doesn't say.
    public var mediaType: String { contentType.mediaType }

    init(depth: Int, parent: Int?, start: Int) {
        header = Header()
        (self.depth, self.parent) = (depth, parent)
        body = start..<start
    }
}

/// A message in memory: a header and a body (RFC 5322, 2.1).
public struct Message: Sendable {
    private let tree: MessageTree<MessageBytes>

    /// Whether this is all of it, not only its beginning.
    public let isWhole: Bool

    /// Parses any bytes. Malformed parts count as text.
    public init(parsing bytes: ArraySlice<UInt8>, isWhole: Bool = true) {
        tree = MessageTree(MessageBytes(bytes))
        self.isWhole = isWhole
    }

    /// The fields that describe it.
    public var header: Header { tree.header }

    /// The type and subtype that the message claims, such as `text/html`.
    public var mediaType: String { tree.parts[0].mediaType }

    /// The first plain text that isn't an attachment, with LF at the end of each line; nil if there is none.
    public var plainText: String? { tree.firstPlainText.map { tree.text(of: $0) } }

    /// The files in it, as ``MessageTree/attachments`` has them, apart from the pictures that a text in HTML shows inside itself.
    public var attachments: (files: [Attachment], embeddedPictures: [Attachment]) { tree.separatedAttachments() }

    /// The text for people, with HTML made plain: see ``MessageTree/readableText(limit:html:)``. It is empty if there is none.
    public func readableText(html: (String) -> String) -> String { tree.readableText(limit: .max, html: html) }
}

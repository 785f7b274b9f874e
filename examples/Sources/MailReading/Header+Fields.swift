extension Header {
    /// The subject with its encoded words decoded; nil where there is none.
    public var subject: String? { field("subject").map(\.decodingEncodedWords).flatMap { $0.isEmpty ? nil : $0 } }

    /// Who the message says it is from; nil where it says nothing of it.
    public var sender: Sender? { field("from").flatMap(Sender.init(parsing:)) }

    /// The date as it stands, in whatever form and zone the sender wrote it; nil where there is none.
    public var date: String? { field("date") }

    /// The Message-ID with its angle brackets; nil where there is none.
    public var messageID: String? { field("message-id") }

    /// What the body is; plain text where nothing is said (RFC 2045, 5.2).
    var contentType: ContentType { field("content-type").flatMap(ContentType.init(parsing:)) ?? .plainText }

    /// How the body's bytes are written down (RFC 2045, 6).
    var transferEncoding: TransferEncoding { TransferEncoding(field("content-transfer-encoding") ?? "") }

    /// Whether the sender wants this part kept apart from the text (RFC 2183).
    var isAttachment: Bool { field("content-disposition")?.lowercased().hasPrefix("attachment") ?? false }
}

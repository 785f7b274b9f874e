/// How a document is read.
public struct XMLOptions: Sendable {
    /// How much the document may demand.
    public var limits = XMLLimits()

    /// Whether reading continues after damage, such as a bare `&`, a missing end tag or the document's end in the middle. The
    /// damage is kept in ``XMLReader/damage``. The limits still apply.
    public var recovers = false

    /// Whether characters that XML forbids, such as `&#11;`, are left out instead of counting as damage. Some programs write the
    /// control characters of their data as such references. Any other damage still ends the reading, unless ``recovers`` is set.
    public var leavesOutForbiddenCharacters = false

    /// The name of the encoding from another source, such as the `charset` of an HTTP answer (RFC 7303, 3). It takes precedence
    /// over the document's own declaration. If it is nil, the declaration or a byte order mark counts, and UTF-8 otherwise.
    public var encoding: String?

    /// Whether the document may have a document type. Its declarations of entities count as damage and declare nothing, so no
    /// text is ever longer than what arrives. A document type is never fetched.
    public var allowsDocumentType = false

    /// The values of entities, in addition to XML's own five: `["nbsp": "\u{A0}"]`. Each value must be text without
    /// `&` and `<`.
    public var entities: [String: String] = [:]

    /// Strict reading of a document without a document type.
    public init() {}
}

/// How much a document may demand before it counts as hostile.
public struct XMLLimits: Sendable {
    /// The largest size of a document, in bytes as they arrive.
    public var bytes: Int

    /// The most elements inside each other; at most 256, where libxml2 gives up.
    public var depth: Int

    /// The longest text without a tag in it, and the longest attribute, in bytes of UTF-8; less than 10,000,000, where libxml2
    /// gives up.
    public var text: Int

    /// About how many attributes an element may have, and exactly how many namespaces may be declared at once. The time that
    /// libxml2 takes grows with the square of the one, and with the product of the other and the number of elements.
    static let names = 4096

    /// Limits for untrusted documents: 64 MiB, 128 elements inside each other, 4 MiB of text.
    public init(bytes: Int = 64 << 20, depth: Int = 128, text: Int = 4 << 20) {
        (self.bytes, self.depth, self.text) = (bytes, depth, text)
    }
}

/// How much a document may demand before it counts as hostile.
public struct XMLLimits: Sendable {
    /// The largest size of a document, in bytes as they arrive.
    public var bytes: Int

    /// The most elements inside each other; at most 256, where libxml2 gives up.
    public var depth: Int

    /// The longest text without a tag in it, and the longest attribute, in bytes of UTF-8; less than 10,000,000, where libxml2
    /// gives up.
    public var text: Int

    /// Limits for untrusted documents: 64 MiB, 128 elements inside each other, 4 MiB of text.
    public init(bytes: Int = 64 << 20, depth: Int = 128, text: Int = 4 << 20) {
        (self.bytes, self.depth, self.text) = (bytes, depth, text)
    }
}

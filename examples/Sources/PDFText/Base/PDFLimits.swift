/// How much memory and work a PDF may demand before it counts as hostile.
public struct PDFLimits: Sendable {
    /// The largest size of a decoded stream, in bytes.
    public var decodedStream = 13 << 20

    /// How many bytes may be decoded in all, in addition to ``decodedRatio`` times the file's size. A stream or object counts
    /// each time it is read. Making a glyph counts as well.
    public var decodedTotal = 256 << 20

    /// See ``decodedTotal``. Flate expands one byte to 1,032 at most.
    public var decodedRatio = 100

    /// The largest size of an object without its stream, such as the list of all pages, in bytes.
    public var objectBytes = 2 << 20

    /// How many bytes may be searched without finding an object.
    public var scannedForNothing = 64 << 20

    /// How many objects a reader remembers. Each takes about 30 bytes of memory.
    public var objects = 1_000_000

    /// How deep the tree of pages may be.
    public var pageTreeDepth = 64

    /// The most pages that are read.
    public var pages = 500_000

    /// How deep forms may be nested.
    public var formDepth = 12

    /// The most operators in the content of one page.
    public var pageOperators = 4_000_000

    /// The most pieces of text on one page.
    public var pageRuns = 100_000

    /// The most text on one page, in bytes of UTF-8.
    public var pageText = 4 << 20

    /// Limits for untrusted files. No honest table comes near them.
    public static let standard = PDFLimits()
}

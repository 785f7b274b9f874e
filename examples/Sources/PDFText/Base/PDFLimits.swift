/// How much a PDF may ask for before it counts as hostile.
public struct PDFLimits: Sendable {
    /// The most bytes that one stream may decode to.
    public var decodedStream = 12 << 20

    /// The most bytes that all streams and objects together may have, each as often as it is read: this much, and so many
    /// times the file's size. Glyphs that are made count too.
    public var decodedTotal = 256 << 20

    /// See ``decodedTotal``. Flate makes at most 1,032 bytes of one.
    public var decodedRatio = 100

    /// The most bytes that an object without its stream may have, such as the list of all pages.
    public var objectBytes = 2 << 20

    /// The most bytes that may be looked at in search of objects where there are none.
    public var scannedForNothing = 64 << 20

    /// The most objects that are kept in mind; a reader's memory grows by some 30 bytes with each.
    public var objects = 1_000_000

    /// How deep the tree of pages may be.
    public var pageTreeDepth = 64

    /// The most pages.
    public var pages = 500_000

    /// How deep forms may hold forms.
    public var formDepth = 12

    /// The most operators that all content of one page may have.
    public var pageOperators = 4_000_000

    /// The most pieces of text that one page may have.
    public var pageRuns = 100_000

    /// The most bytes of text, as UTF-8, that one page may have.
    public var pageText = 4 << 20

    /// The limits for files from anywhere: no honest table comes near them.
    public static let standard = PDFLimits()
}

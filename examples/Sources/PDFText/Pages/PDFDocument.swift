/// The text of a complete PDF.
public final class PDFDocument {
    private let table: ObjectTable
    private let pages: PDFObject
    private var isDamaged = false

    /// Finds the parts of a document with its cross-reference or, if that is damaged, with a scan of the whole file.
    ///
    /// - Throws: ``PDFError`` if the bytes are not a PDF, if it needs a password, or if it has no pages.
    public init(_ source: any PDFSource, limits: PDFLimits = .standard) throws {
        guard try Self.hasHeader(source) else { throw Self.notPDF }
        table = ObjectTable(source: source, limits: limits, isFinal: true)
        do {
            let reference = try CrossReference(source: source, limits: limits)
            pages = try Self.open(table, reference.places, reference.trailer)
        } catch is ReadFailure {
            isDamaged = true
            let recovery = try table.recovery()
            do {
                pages = try Self.open(table, recovery.places, recovery.trailer)
            } catch is ReadFailure {
                throw PDFError(.damaged, "The PDF is damaged: its pages can't be found.")
            }
        }
    }

    /// The header of a PDF must stand within this many bytes.
    static let headerSpace = 1024

    static func hasHeader(_ source: any PDFSource) throws -> Bool {
        try source.bytes(at: 0, length: headerSpace).firstIndex(of: "%PDF-", from: 0) != nil
    }

    static var notPDF: PDFError { PDFError(.notPDF, "It is not a PDF.") }

    /// Prepares the object table.
    ///
    /// - Returns: The root of the page tree.
    private static func open(
        _ table: ObjectTable, _ places: [Int: ObjectPlace], _ trailer: PDFDictionary
    ) throws -> PDFObject {
        table.settle(places, decryption: nil)
        let encryption = try table.resolve(trailer["Encrypt"]).dictionary
        if let encryption {
            let resolved = try encryption.mapValues(table.resolve)
            let identifier = try table.resolve(table.resolve(trailer["ID"]).array?.first).string ?? []
            table.settle(places, decryption: try Decryption(resolved, identifier: identifier))
        }
        guard let catalog = try table.resolve(trailer["Root"]).dictionary, let pages = catalog["Pages"],
            try table.resolve(pages).dictionary != nil
        else { throw ReadFailure.damaged }
        table.layers = (try? Layers(catalog, table)) ?? Layers()
        return pages
    }

    /// Reads the pages in the document's order, one after the other.
    ///
    /// - Throws: What `body` throws, and ``PDFError`` if the source can't be read.
    public func readPages(_ body: (PDFPage) throws -> Void) throws -> PDFSummary {
        var summary = PDFSummary()
        var notes = NoteCollector()
        if isDamaged { notes.add(.damagedFile, page: 0) }
        let reader = PageReader(table: table, fonts: FontCache(table: table))
        var tree = PageTree(table: table, root: pages)
        while let (page, number) = tree.next(), summary.pages < table.limits.pages {
            summary.pages += 1
            let answer = try reader.read(page)
            for note in answer.notes { notes.add(note, page: summary.pages) }
            summary.rows += answer.rows.count
            try body(PDFPage(object: number, rows: answer.rows, table: answer.table))
        }
        if tree.isDamaged, !isDamaged { notes.add(.damagedFile, page: 0) }
        summary.notes = notes.notes
        return summary
    }
}

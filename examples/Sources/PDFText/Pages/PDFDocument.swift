/// The text of a PDF that is there as a whole.
public final class PDFDocument {
    private let table: ObjectTable
    private let pages: PDFObject
    private var isDamaged = false

    /// Finds a document's parts: as its cross-reference tells, or where that is damaged by a look through the whole file.
    /// - Throws: ``PDFError`` where the bytes are no PDF, need a password, or no page can be found.
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

    /// A PDF says what it is in its first bytes, so many at most.
    static let headerSpace = 1024

    static func hasHeader(_ source: any PDFSource) throws -> Bool {
        try source.bytes(at: 0, length: headerSpace).firstIndex(of: "%PDF-", from: 0) != nil
    }

    static var notPDF: PDFError { PDFError(.notPDF, "It is not a PDF.") }

    /// - Returns: the root of the tree of pages.
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
    /// - Throws: what `body` throws, and ``PDFError`` where the source can't be read.
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

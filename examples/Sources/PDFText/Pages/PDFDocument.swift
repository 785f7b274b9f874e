/// The text of a complete PDF.
public final class PDFDocument {
    private let table: ObjectTable
    private let pages: PDFObject
    private var isDamaged = false

    /// Finds the parts of a document with its cross-reference or, if that is damaged, with a scan of the whole file.
    ///
    /// - Throws: ``PDFError`` if the bytes are not a PDF, if it needs a password, or if it has no pages.
    public init(_ source: any PDFSource, limits: PDFLimits = .standard) throws {
        guard let header = try Self.header(of: source) else { throw Self.notPDF }
        // If other bytes stand before the header, most offsets count from the header.
        let sources = header == 0 ? [source] : [source, ShiftedSource(source: source, start: header)]
        for source in sources {
            if let (table, pages) = try Self.find(in: source, limits) {
                (self.table, self.pages) = (table, pages)
                return
            }
        }
        isDamaged = true
        table = ObjectTable(source: source, limits: limits, isFinal: true)
        do {
            pages = try Self.open(table, table.recovery().trailer) { [table] in try table.recovery().places }
        } catch is ReadFailure {
            throw PDFError(.damaged, "The PDF is damaged: its pages can't be found.")
        }
    }

    /// Finds the parts of a document with its cross-reference; nil if that is damaged.
    private static func find(
        in source: any PDFSource, _ limits: PDFLimits
    ) throws -> (table: ObjectTable, pages: PDFObject)? {
        let table = ObjectTable(source: source, limits: limits, isFinal: true)
        do {
            let reference = try CrossReference(source: source, limits: limits)
            return (table, try open(table, reference.trailer) { reference.places })
        } catch is ReadFailure {
            return nil
        }
    }

    /// The header of a PDF must stand within this many bytes.
    static let headerSpace = 1024

    /// The offset of the header; nil if there is none.
    static func header(of source: any PDFSource) throws -> Int? {
        try source.bytes(at: 0, length: headerSpace).firstIndex(of: "%PDF-", from: 0)
    }

    static var notPDF: PDFError { PDFError(.notPDF, "It is not a PDF.") }

    /// Prepares the object table.
    ///
    /// - Parameter places: The places of the objects. A scan finds more of them once the table can decrypt.
    /// - Returns: The root of the page tree.
    private static func open(
        _ table: ObjectTable, _ trailer: PDFDictionary, places: () throws -> [Int: ObjectPlace]
    ) throws -> PDFObject {
        table.settle(try places(), decryption: nil)
        let encryption = try table.resolve(trailer["Encrypt"]).dictionary
        if let encryption {
            let resolved = try encryption.mapValues(table.resolve)
            let identifier = try table.resolve(table.resolve(trailer["ID"]).array?.first).string ?? []
            let decryption = try Decryption(resolved, identifier: identifier)
            table.settle([:], decryption: decryption)
            table.settle(try places(), decryption: decryption)
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
        var hasTable = false
        // A scanned page is left out if it is a cover, which comes before the table. A page with an image and a few words is
        // not scanned if pages of the table have such an image, too, as a letterhead.
        var hasLetterhead = false
        var covers: [(page: Int, note: PDFNote.Kind)] = []
        while let (page, number) = tree.next(), summary.pages < table.limits.pages {
            summary.pages += 1
            let answer = try reader.read(page)
            if answer.hasTable {
                (hasTable, covers) = (true, [])
                if answer.hasLargeImage, !answer.isRecognized { hasLetterhead = true }
            }
            for note in answer.notes {
                let isScan = [.scanned, .recognizedText].contains(note) && !answer.rows.isEmpty
                if isScan, !hasTable {
                    covers.append((summary.pages, note))
                } else if !isScan || note == .recognizedText || !hasLetterhead {
                    notes.add(note, page: summary.pages)
                }
            }
            summary.rows += answer.rows.count
            try body(PDFPage(number, answer))
        }
        for cover in covers { notes.add(cover.note, page: cover.page) }
        if tree.isDamaged, !isDamaged { notes.add(.damagedFile, page: 0) }
        summary.notes = notes.notes
        return summary
    }
}

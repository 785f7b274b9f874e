/// Reads the text of a PDF while its bytes arrive.
///
/// Append the bytes to a source as they arrive, and call ``readOn(_:)`` each time. The reader keeps positions and not bytes.
/// It reads a page as soon as everything that the page needs has arrived. Pages reported before the end are provisional,
/// since the end of a PDF decides which objects are current.
///
/// ```swift
/// let reader = PDFReader(file)
/// while let chunk = try download.next() {
///     try file.append(chunk)
///     try reader.readOn { page in print(page.rows) }
/// }
/// let summary = try reader.finish { page in … }
/// ```
public final class PDFReader {
    private let source: any PDFSource
    private let limits: PDFLimits
    private let table: ObjectTable
    private let fonts: FontCache
    private var scanner: ObjectScanner
    private var isChecked = false

    /// Pages, by the number of the object that they wait for.
    private var waiting: [Int: [Int]] = [:]
    /// How often each waiting page was tried.
    private var attempts: [Int: Int] = [:]
    /// The reported pages: a hash of the rows, by the number of the page's object.
    private var reported: [Int: Int] = [:]

    /// How often a page is tried before it is left for the end. Each time, it waits for another object.
    private static let attemptLimit = 64

    /// Makes a reader for a source, which may still be empty.
    public init(_ source: any PDFSource, limits: PDFLimits = .standard) {
        self.source = source
        self.limits = limits
        table = ObjectTable(source: source, limits: limits, isFinal: false)
        fonts = FontCache(table: table)
        scanner = ObjectScanner(source: source, limits: limits)
    }

    /// Reads what has arrived, and reports pages in the order in which they become readable. A page is reported again if the
    /// file replaces it.
    ///
    /// - Throws: ``PDFError`` if the bytes are not a PDF or can't be read; what `body` throws.
    public func readOn(_ body: (PDFPage) throws -> Void) throws {
        if !isChecked {
            isChecked = try PDFDocument.header(of: source) != nil
            guard isChecked || source.count >= PDFDocument.headerSpace else { return }
            if !isChecked { throw PDFDocument.notPDF }
        }
        while let found = try scanner.next(isFinal: false, length: { try? self.table.resolve($0).integer }) {
            guard case .object(let header, let object) = found else { continue }
            try arrive(header.key.number, .offset(header.start), object, body)
            if object.dictionary?["Type"]?.name == "ObjStm" { try openObjectStream(header.key.number, body) }
        }
    }

    /// Reads the complete document: all its pages, in their order. Call it last.
    ///
    /// - Throws: The errors of ``PDFDocument/init(_:limits:)`` and ``PDFDocument/readPages(_:)``.
    public func finish(_ body: (PDFPage) throws -> Void) throws -> PDFSummary {
        // The document knows better than the scan.
        table.settle([:], decryption: nil)
        waiting = [:]
        let document = try PDFDocument(source, limits: limits)
        var withdrawn = reported
        reported = [:]
        var summary = try document.readPages { page in
            if let number = page.object, withdrawn[number] == page.rows.hashValue { withdrawn[number] = nil }
            try body(page)
        }
        summary.withdrawn = withdrawn.keys.sorted()
        return summary
    }

    /// Handles the objects of an object stream, which arrive together.
    private func openObjectStream(_ stream: Int, _ body: (PDFPage) throws -> Void) throws {
        // A stream that is encrypted or damaged, or whose length is still unknown, is left for the end.
        guard let objects = try? table.objectStream(stream) else { return }
        for (index, number) in objects.numbers.enumerated() {
            let object: PDFObject?
            do { object = try table.object(at: index, of: objects) } catch is ReadFailure { return }
            guard let object else { continue }
            try arrive(number, .compressed(stream: stream, index: index), object, body)
        }
    }

    private func arrive(
        _ number: Int, _ place: ObjectPlace, _ object: PDFObject, _ body: (PDFPage) throws -> Void
    ) throws {
        table.note(number, at: place)
        fonts.forget(number)
        if object.dictionary?["Type"]?.name == "Page" { try attempt(number, body) }
        for page in waiting.removeValue(forKey: number) ?? [] { try attempt(page, body) }
    }

    /// Reads a page, or notes what it waits for. Any other failure shows at the end.
    private func attempt(_ number: Int, _ body: (PDFPage) throws -> Void) throws {
        do {
            guard let page = try table.object(number).dictionary, page["Type"]?.name == "Page" else { return }
            let answer = try PageReader(table: table, fonts: fonts).read(page)
            attempts[number] = nil
            // The visible layers are known only at the end.
            guard answer.notes.isEmpty, !answer.rows.isEmpty, !answer.usesLayers else { return }
            reported[number] = answer.rows.hashValue
            try body(PDFPage(number, answer))
        } catch ReadFailure.missing(let missing) {
            attempts[number, default: 0] += 1
            if attempts[number, default: 0] <= Self.attemptLimit { waiting[missing, default: []].append(number) }
        } catch is ReadFailure {
            return
        }
    }
}

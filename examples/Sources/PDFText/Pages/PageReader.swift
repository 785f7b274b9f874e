/// Reads one page.
struct PageReader {
    let table: ObjectTable
    let fonts: FontCache

    /// The rows of a page, and the parts that could not be read.
    struct Answer {
        var rows: [PDFRow] = []
        var table = PageTable(lines: [], columns: Columns([]), edges: [])
        var notes: [PDFNote.Kind] = []
        var usesLayers = false
        /// Whether images cover most of the page.
        var hasLargeImage = false

        /// Whether any line has several cells. A page number or a stamp on a scanned page has one.
        var hasTable: Bool { rows.contains { $0.cells.count > 1 } }

        /// Whether its text was recognized in an image.
        var isRecognized: Bool { notes.contains(.recognizedText) }
    }

    /// Reads the page.
    ///
    /// - Throws: ``ReadFailure/missing(_:)`` if a part has not arrived yet.
    func read(_ page: PDFDictionary) throws -> Answer {
        var interpreter = ContentInterpreter(table: table, fonts: fonts)
        var answer = Answer()
        do {
            try run(&interpreter, page)
        } catch ReadFailure.damaged {
            interpreter.collector.noteDamage()
        } catch ReadFailure.tooLarge {
            interpreter.collector.noteLimit()
        } catch ReadFailure.unsupported {
            answer.notes.append(.unknownFilter)
        }
        var text = interpreter.collector.finish()
        answer.usesLayers = interpreter.usesLayers
        let box = try visibleBox(of: page)
        if let box { text.runs.removeAll { !box.shows($0) } }
        (answer.rows, answer.table) = PageLayout.rows(of: text)
        answer.notes += text.fontsWithoutMap.sorted().map(PDFNote.Kind.fontWithoutMap)
        if text.isDamaged { answer.notes.append(.damagedPage) }
        if text.isTooLarge { answer.notes.append(.tooLarge) }
        answer.hasLargeImage = text.imageArea.map { $0 >= 0.5 * (box?.area ?? Self.usualArea) } ?? false
        let hasPicture = text.imageArea != nil || text.hasPattern || text.curves >= Self.outlineCurves
        if answer.hasLargeImage, text.hasInvisibleText || Self.isBelowImages(text) {
            answer.notes.append(.recognizedText)
        } else if text.runs.isEmpty && hasPicture || answer.hasLargeImage && !answer.hasTable {
            answer.notes.append(.scanned)
        }
        return answer
    }

    /// A page with this many curves may have its letters as outlines. A line of text has more, and a simple logo has fewer.
    private static let outlineCurves = 200

    /// The area of a page whose size is unknown: that of US Letter.
    private static let usualArea = 612.0 * 792

    /// Whether most of the text was drawn below images that hide it, as some programs do with text that they recognized.
    private static func isBelowImages(_ text: PageText) -> Bool {
        guard !text.covers.isEmpty else { return false }
        let hidden = text.runs.count { run in
            text.covers.contains { run.chain < $0.runs && $0.box.holdsMiddle(of: run) }
        }
        return hidden * 2 > text.runs.count
    }

    private func run(_ interpreter: inout ContentInterpreter, _ page: PDFDictionary) throws {
        let resources = try inherited("Resources", page).dictionary ?? [:]
        let contents = try page["Contents"].map(table.resolve)
        var content: [UInt8] = []
        for part in contents.map({ $0.array ?? [$0] }) ?? [] {
            guard let stream = try table.resolve(part).stream else {
                interpreter.collector.noteDamage()
                continue
            }
            let decoded = try table.bytes(of: stream)
            if !decoded.isWhole { interpreter.collector.noteDamage() }
            guard content.count + decoded.bytes.count <= table.limits.decodedStream else { throw ReadFailure.tooLarge }
            if content.isEmpty { content = decoded.bytes } else { content += [10] + decoded.bytes }
        }
        try interpreter.run(content, resources: resources)
        for annotation in try (table.resolve(page["Annots"]).array ?? []).prefix(Self.annotationLimit) {
            try interpreter.drawAnnotation(annotation)
        }
    }

    /// The most annotations that are drawn on a page.
    private static let annotationLimit = 10_000

    /// The visible part of a page; nil if its size is unknown.
    private func visibleBox(of page: PDFDictionary) throws -> PageBox? {
        guard let media = try box("MediaBox", page) else { return nil }
        return try box("CropBox", page).map(media.cut) ?? media
    }

    private func box(_ key: String, _ page: PDFDictionary) throws -> PageBox? {
        do {
            let numbers = try inherited(key, page).array ?? []
            return try PageBox(numbers.prefix(4).map { try table.resolve($0).number ?? 0 })
        } catch {
            // A page can be read without its size, so it doesn't wait for the nodes that may define it.
            return nil
        }
    }

    /// An attribute of a page or, if it has none, of the nodes above it (ISO 32000-1, 7.7.3.4).
    private func inherited(_ key: String, _ page: PDFDictionary) throws -> PDFObject {
        var node = page
        for _ in 0..<table.limits.pageTreeDepth {
            if let value = node[key] { return try table.resolve(value) }
            guard let parent = try table.node(node["Parent"]) else { return .null }
            node = parent
        }
        throw ReadFailure.damaged
    }
}

extension PDFPage {
    init(_ object: Int?, _ answer: PageReader.Answer) {
        self.init(object: object, rows: answer.rows, isRecognized: answer.isRecognized, table: answer.table)
    }
}

import PDFText

/// The result of reading a complete PDF.
struct Reading: Equatable {
    var rows: [PDFRow] = []
    var notes: [PDFNote.Kind] = []

    init(rows: [PDFRow], notes: [PDFNote.Kind] = []) {
        self.rows = rows
        self.notes = notes
    }

    /// Reads a complete file.
    init(_ source: any PDFSource, limits: PDFLimits = .standard) throws {
        var headers = RepeatedHeaders()
        var rows: [PDFRow] = []
        let summary = try PDFDocument(source, limits: limits).readPages { rows += headers.removing(from: $0.rows) }
        self.rows = rows
        notes = summary.notes.map(\.kind)
    }

    init(_ bytes: [UInt8], limits: PDFLimits = .standard) throws {
        try self.init(PDFBytes(bytes), limits: limits)
    }
}

/// The result of reading a PDF while its bytes arrive in pieces.
struct Arrival: Equatable {
    /// The pages that were reported before the end, in that order.
    var provisional: [[PDFRow]] = []
    /// How many bytes had arrived when each was reported.
    var places: [Int] = []
    var final: [[PDFRow]] = []
    var withdrawn: [Int] = []

    init(_ bytes: [UInt8], by count: Int, limits: PDFLimits = .standard) throws {
        let source = PDFBytes()
        let reader = PDFReader(source, limits: limits)
        var provisional: [[PDFRow]] = []
        var places: [Int] = []
        for start in stride(from: 0, to: bytes.count, by: count) {
            source.append(bytes[start..<min(bytes.count, start + count)])
            try reader.readOn { page in
                provisional.append(page.rows)
                places.append(source.count)
            }
        }
        var final: [[PDFRow]] = []
        withdrawn = try reader.finish { final.append($0.rows) }.withdrawn
        (self.provisional, self.places, self.final) = (provisional, places, final)
    }
}

/// The rows of a page.
public struct PDFPage: Sendable {
    /// The number of its object, by which a page that was reported before is known again; nil where it has none.
    public let object: Int?

    /// Its rows from top to bottom, with headers that are repeated.
    public let rows: [PDFRow]

    /// Where they stand.
    let table: PageTable

    /// The column that a cell of a row stands in, from 0; nil where the page's columns are not those of the row.
    public func column(ofCell cell: Int, inRow row: Int) -> Int? {
        let line = table.lines[row]
        guard let places = table.columns.places(of: line.cells) else { return nil }
        return rows[row].cells.count > line.cells.count ? cell : places[cell]
    }
}

/// What is known of a document once all of it was read.
public struct PDFSummary: Sendable {
    /// How many pages it has.
    public internal(set) var pages = 0

    /// How many rows they have together.
    public internal(set) var rows = 0

    /// What could not be read.
    public internal(set) var notes: [PDFNote] = []

    /// The objects of pages that were reported while the file arrived, and that do not hold: they were replaced, or are in
    /// no place of the document. Pages that are reported again with other rows are among them.
    public internal(set) var withdrawn: [Int] = []
}

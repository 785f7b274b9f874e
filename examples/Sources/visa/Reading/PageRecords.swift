import PDFText

/// The records of a page, by the column of their keys.
struct PageRecords {
    /// What a line before a page's first row is.
    struct Beginning {
        let kind: PDFRecords.Beginning
        /// The column that it stands in, where it is a line of one cell.
        let column: Int?
    }

    private let page: PDFPage
    private var known: [Int: PDFRecords] = [:]

    /// The most columns that may hold numbers.
    private static let keyLimit = 16

    init(_ page: PDFPage) { self.page = page }

    /// The record of a row that has its key in this cell.
    mutating func record(at row: Int, key place: Int) -> PDFRecord {
        let column = page.column(ofCell: place, inRow: row)
        if let column, let records = known[column] { return records.record(at: row) }
        let records = PDFRecords(page, key: place, of: row)
        if let column, known.count < Self.keyLimit { known[column] = records }
        return records.record(at: row)
    }

    /// What a line is that comes before the first row of the page.
    mutating func beginning(at row: Int, key column: Int) -> Beginning {
        if known[column] == nil { known[column] = PDFRecords(page, column: column) }
        let own = page.rows[row].cells.count == 1 ? page.column(ofCell: 0, inRow: row) : nil
        return Beginning(kind: known[column]?.beginning(at: row) ?? .goesOn, column: own)
    }
}

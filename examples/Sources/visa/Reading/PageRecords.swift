import PDFText

/// The records of a page, grouped by the column of their keys.
struct PageRecords {
    /// How a line above a page's first row continues the page before.
    struct Beginning {
        let kind: PDFRecords.Beginning
        /// The line's column, if it has a single cell.
        let column: Int?
    }

    private let page: PDFPage
    private let isContinued: Bool
    private var known: [Int: PDFRecords] = [:]

    /// The most columns whose records are kept.
    private static let keyLimit = 16

    /// - Parameter isContinued: Whether the table begins on a page before.
    init(_ page: PDFPage, isContinued: Bool) { (self.page, self.isContinued) = (page, isContinued) }

    /// The record of a row whose key is in this cell.
    mutating func record(at row: Int, key place: Int) -> PDFRecord {
        let column = page.column(ofCell: place, inRow: row)
        if let column, let records = known[column] { return records.record(at: row) }
        let records = PDFRecords(page, key: place, of: row, isContinued: isContinued)
        if let column, known.count < Self.keyLimit { known[column] = records }
        return records.record(at: row)
    }

    /// How a line above the first row of the page continues the page before.
    mutating func beginning(at row: Int, key column: Int) -> Beginning {
        if known[column] == nil { known[column] = PDFRecords(page, column: column, isContinued: isContinued) }
        let own = page.rows[row].cells.count == 1 ? page.column(ofCell: 0, inRow: row) : nil
        return Beginning(kind: known[column]?.beginning(at: row) ?? .goesOn, column: own)
    }
}

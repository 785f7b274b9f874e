/// The rows of a page.
public struct PDFPage: Sendable {
    /// The number of its object, which identifies a page that is reported again; nil if it has none.
    public let object: Int?

    /// Its rows from top to bottom, including repeated headers.
    public let rows: [PDFRow]

    /// Whether its text was recognized in an image, so that it may be wrong.
    public let isRecognized: Bool

    /// The positions of the rows.
    let table: PageTable

    /// The column of a cell, from 0; nil if the page's columns don't fit the row.
    public func column(ofCell cell: Int, inRow row: Int) -> Int? {
        let line = table.lines[row]
        guard let places = table.columns.places(of: line.cells) else { return nil }
        return rows[row].cells.count > line.cells.count ? cell : places[cell]
    }

    /// The text of a lower row that stands below a cell, whether or not the page has columns; nil if there is none.
    public func text(inRow other: Int, belowCell cell: Int, ofRow row: Int) -> String? {
        let cells = table.lines[row].cells
        var place: Int? = cell
        if rows[row].cells.count > cells.count { place = table.columns.places(of: cells)?.firstIndex(of: cell) }
        guard let own = place.map({ cells[$0] }) else { return nil }
        return table.lines[other].cells.first { $0.start < own.end && $0.end > own.start }?.text
    }
}

/// A line of a page, split into columns.
public struct PDFRow: Hashable, Sendable {
    /// The text of each column in the PDF's own words; an empty string for an empty column.
    public let cells: [String]

    /// Makes a row from its cells.
    public init(_ cells: [String]) { self.cells = cells }

    /// The row as a line of text.
    public var text: String { cells.filter { !$0.isEmpty }.joined(separator: " ") }
}

/// Leaves out the header of a table when a page repeats it.
///
/// A header is the document's first row of several cells, if none of them contains a digit. It is repeated if a page's first
/// row of several cells is the same. Rows of data are never left out.
public struct RepeatedHeaders: Sendable {
    /// The header; nil if there is none, or if no page was read yet.
    public private(set) var header: PDFRow?
    private var hasBegun = false

    /// Starts before the first page.
    public init() {}

    /// The rows of the next page, without a repeated header.
    public mutating func removing(from rows: [PDFRow]) -> [PDFRow] {
        var rest = rows
        if let index = repeated(in: rows) { rest.remove(at: index) }
        return rest
    }

    /// The index of the repeated header on the next page; nil if it isn't repeated.
    public mutating func repeated(in rows: [PDFRow]) -> Int? {
        guard let index = rows.firstIndex(where: { $0.cells.count > 1 }) else { return nil }
        guard hasBegun else {
            hasBegun = true
            let scalars = rows[index].cells.lazy.flatMap(\.unicodeScalars)
            let holdsDigits = scalars.contains { $0.properties.numericType != nil }
            header = holdsDigits ? nil : rows[index]
            return nil
        }
        return rows[index] == header ? index : nil
    }
}

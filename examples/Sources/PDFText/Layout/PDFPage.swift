/// Leaves out the header of a table where a page repeats it.
///
/// A header is the first row of several cells that a document has, if no cell holds a digit; it is repeated where it comes
/// again as a page's first such row. Rows of data are never left out, however often they come.
public struct RepeatedHeaders: Sendable {
    private var header: PDFRow?
    private var hasBegun = false

    /// Nothing has been seen.
    public init() {}

    /// The rows of the next page, without the header that was seen before.
    public mutating func removing(from rows: [PDFRow]) -> [PDFRow] {
        var rest = rows
        if let index = repeated(in: rows) { rest.remove(at: index) }
        return rest
    }

    /// Where the next page repeats the header; nil where it does not.
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

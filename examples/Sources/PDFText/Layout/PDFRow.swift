/// A line of a page as a table has it.
public struct PDFRow: Hashable, Sendable {
    /// The text of each column in the PDF's own words; empty where the row has nothing in a column.
    public let cells: [String]

    /// Makes a row of its cells.
    public init(_ cells: [String]) { self.cells = cells }

    /// The row as a line of text.
    public var text: String { cells.filter { !$0.isEmpty }.joined(separator: " ") }
}

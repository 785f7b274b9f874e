/// A row of a table with all lines of its cells.
public struct PDFRecord: Sendable {
    /// The text of each column.
    public let cells: [String]

    /// The column by which rows are told apart.
    public let key: Int

    /// The columns of which it is not certain that this is all of the text, since nothing tells whose the next line is.
    public let uncertain: Set<Int>

    /// Whether a line of text follows the key that may belong to it.
    public let keyMayGoOn: Bool
}

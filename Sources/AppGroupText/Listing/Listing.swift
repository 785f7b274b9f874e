/// A list that a command found, as every format wants it.
public protocol Listing {
    /// The headers of the table, and how its columns give way.
    var columns: [TextTable.Column] { get }
    /// What a person reads: a cell for each column. Without any row no table is written.
    var rows: [[TextTable.Cell]] { get }
    /// What a script reads: the same things in full, in an order of fields that never changes.
    var records: [[String]] { get }
    /// The whole document.
    var json: JSONValue { get }
}

extension Listing {
    /// Appends the list in a format, with a newline at its end. JSON is indented for a terminal, and one line elsewhere.
    public func write(to output: inout OutputBuffer, as format: OutputFormat, for terminal: Terminal) {
        switch format {
        case .table where rows.isEmpty: break
        case .table:
            TextTable(columns: columns, rows: rows).write(to: &output, for: terminal)
        case .json:
            json.write(to: &output, layout: terminal.columns == nil ? .compact : .pretty)
            output.write("\n")
        case .tsv:
            for record in records {
                for (index, field) in record.enumerated() {
                    if index > 0 { output.write("\t") }
                    output.write(SafeText.tsv(field))
                }
                output.write("\n")
            }
        }
    }
}

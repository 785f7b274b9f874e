/// A list that a command found, as every format wants it.
protocol Listing {
    var columns: [TextTable.Column] { get }
    /// What a person reads.
    var rows: [[TextTable.Cell]] { get }
    /// What a script reads: the same things in full, in an order of fields that never changes.
    var records: [[String]] { get }
    /// The whole document.
    var json: JSONValue { get }
}

extension Listing {
    func write(to output: inout OutputBuffer, as format: OutputFormat, for terminal: Terminal) {
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

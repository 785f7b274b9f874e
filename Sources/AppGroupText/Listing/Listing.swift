/// The result of a command, in the forms that the output formats need.
public protocol Listing {
    /// The columns of the table.
    var columns: [TextTable.Column] { get }
    /// The rows for people, with a cell for each column. Without rows, no table is written.
    var rows: [[TextTable.Cell]] { get }
    /// The records for scripts: complete values, in an order of fields that never changes.
    var records: [[String]] { get }
    /// The JSON document.
    var json: JSONValue { get }
}

extension Listing {
    /// Appends the list in a format, with a newline at the end. JSON is indented on a terminal and one line otherwise.
    public func write(to output: inout OutputBuffer, as format: OutputFormat, for terminal: Terminal) {
        switch format {
        case .table:
            let rows = rows
            if !rows.isEmpty { TextTable(columns: columns, rows: rows).write(to: &output, for: terminal) }
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

/// The format of a list: for people, as a versioned contract, or for `cut` and `awk` (without a header).
public enum OutputFormat: String, CaseIterable, Sendable {
    /// A table with a header.
    case table
    /// One JSON document, RFC 8259.
    case json
    /// One line for each record, with fields separated by tabs.
    case tsv
}

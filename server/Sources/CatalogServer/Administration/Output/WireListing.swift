import AppGroupTerminal

/// A list in the wire's own form, which is also its JSON, as a person and a script read it.
struct WireListing<Document: Encodable>: Listing {
    let columns: [TextTable.Column]
    private let document: Document
    private let lines: [[ListField]]
    private let session = AppGroupTerminal.Session.current

    /// - Parameters:
    ///   - document: What `--format json` writes.
    ///   - headers: What stands above each column. The first says what its line is about, and stays in every width.
    ///   - lines: The fields of each line.
    init(_ document: Document, _ headers: [String], _ lines: [[ListField]]) {
        self.document = document
        self.lines = lines
        columns = headers.enumerated().map { index, header in
            TextTable.Column(
                header: header, alignment: lines.first.map { $0[index].alignment } ?? .left,
                shrinkOrder: index == 0 ? nil : headers.count - index, minimumWidth: 6)
        }
    }

    var rows: [[TextTable.Cell]] {
        lines.map { line in
            line.enumerated().map { TextTable.Cell($1.shown(in: session), style: $0 == 0 ? .bold : nil) }
        }
    }

    var records: [[String]] { lines.map { $0.map(\.record) } }
    var json: JSONValue { JSONValue(encoding: document) }

    /// Writes it to standard output.
    func print(as format: OutputFormat) { session.print(self, as: format) }
}

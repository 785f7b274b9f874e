import ToolProgram
import ToolSupport

/// A table as spreadsheets export it, with a comma, or a semicolon or tab if the first line has more of them.
struct CSVTable {
    /// A row, its cells without white space at their ends, and the number of its first line.
    struct Row: Equatable {
        let line: Int
        var cells: [String]
    }

    let rows: [Row]

    /// Parses a file. Lines that are empty, or whose cells are, are left out.
    init(_ bytes: [UInt8], name: String) throws(ToolError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .unreadable("\(name) is not text in UTF-8. Export it as “CSV UTF-8”.")
        }
        var records = CSVRecords(bytes, separator: nil)
        var rows: [Row] = []
        do {
            while let record = try records.next() {
                let cells = record.fields.map(\.trimmed)
                if cells.contains(where: { !$0.isEmpty }) { rows.append(Row(line: record.line, cells: cells)) }
            }
        } catch {
            switch error {
            case .openQuote(let line): throw .unreadable("\(name): a quotation mark in line \(line) has no end.")
            case .textAfterQuote(let line):
                throw .unreadable("\(name): in line \(line), something follows a closing quotation mark.")
            }
        }
        self.rows = rows
    }
}

import ToolProgram

/// A table as spreadsheets export it (RFC 4180), with a comma, or a semicolon or tab if the first line has more of them.
struct CSVTable {
    /// A row, and the number of its first line.
    struct Row: Equatable {
        let line: Int
        var cells: [String]
    }

    let rows: [Row]

    /// Parses a file. Empty lines are left out.
    init(_ bytes: [UInt8], name: String) throws(ToolError) {
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable("\(name) is not text in UTF-8. Export it as “CSV UTF-8”.")
        }
        let scalars = Array(decoded.unicodeScalars.drop { $0 == "\u{FEFF}" })
        let first = scalars.prefix { $0 != "\n" && $0 != "\r" }
        let separators: [Unicode.Scalar] = [",", ";", "\t"]
        let separator = separators.max { left, right in
            first.count { $0 == left } < first.count { $0 == right }
        }
        var rows: [Row] = []
        var row = Row(line: 1, cells: [])
        var cell = String.UnicodeScalarView()
        var line = 1
        var isQuoted = false
        var index = 0
        func endRow() {
            row.cells.append(String(cell).trimmed)
            cell = .init()
            if row.cells != [""] { rows.append(row) }
        }
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            // Lines end in LF or CRLF, and in CR if a very old program wrote them.
            let isEnd = scalar == "\n" || scalar == "\r" && (index == scalars.count || scalars[index] != "\n")
            if isEnd { line += 1 }
            if isQuoted {
                if scalar != "\"" {
                    cell.append(scalar)
                } else if index < scalars.count, scalars[index] == "\"" {
                    cell.append("\"")
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", cell.isEmpty {
                isQuoted = true
            } else if scalar == separator {
                row.cells.append(String(cell).trimmed)
                cell = .init()
            } else if isEnd {
                endRow()
                row = Row(line: line, cells: [])
            } else if scalar != "\r" {
                cell.append(scalar)
            }
        }
        guard !isQuoted else { throw .unreadable("\(name): a quotation mark in line \(row.line) has no end.") }
        endRow()
        self.rows = rows
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let start = unicodeScalars.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(String.UnicodeScalarView(start[...last]))
    }
}

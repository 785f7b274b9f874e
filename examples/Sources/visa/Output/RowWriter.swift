import AppGroupTerminal
import PDFText

/// Writes rows page by page, so that no more than one page is in memory.
struct RowWriter {
    let format: InspectFormat
    /// Whether each row is a line of text, instead of cells.
    let isText: Bool
    private var output = Output()
    private var isFirst = true

    init(format: InspectFormat, isText: Bool) {
        self.format = format
        self.isText = isText
    }

    mutating func begin() throws {
        if format == .json { try output.print(isText ? #"{"version":1,"text":["# : #"{"version":1,"rows":["#) }
    }

    mutating func write(_ rows: [PDFRow]) throws {
        switch format {
        case .json:
            for row in rows {
                if !isFirst { try output.print(",") }
                isFirst = false
                try output.print(isText ? .string(row.text) : .array(row.cells.map(JSONValue.string)))
            }
        case .table where isText:
            for row in rows { try output.print("\(SafeText(row.text))\n") }
        case .table:
            try writeTable(rows)
        }
    }

    mutating func end() throws {
        if format == .json { try output.print("]}\n") }
        try output.flush()
    }

    /// The columns of a page under each other; a line of one cell stands for itself, as a heading does.
    private mutating func writeTable(_ rows: [PDFRow]) throws {
        let lines = rows.map { row in row.cells.map(Cell.init) }
        var widths: [Int] = []
        for line in lines where line.count > 1 {
            for (index, cell) in line.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.width)
            }
        }
        for line in lines {
            let last = line.lastIndex { $0.width > 0 } ?? 0
            for (index, cell) in line.prefix(last + 1).enumerated() {
                try output.print(cell.text)
                if index < last { try output.printSpaces(widths[index] - cell.width + 2) }
            }
            try output.print("\n")
        }
    }

    /// What is written of a cell, and how many characters it has.
    private struct Cell {
        let text: String
        let width: Int

        init(_ untrusted: String) {
            var text = SafeText(untrusted).description
            width = text.withUTF8 { $0.allSatisfy(UTF8.isASCII) ? $0.count : nil } ?? text.count
            self.text = text
        }
    }
}

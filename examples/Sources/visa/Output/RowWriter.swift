import AppGroupText
import ArgumentParser
import PDFText
import ToolProgram

/// The format in which the rows of a PDF are written.
enum InspectFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}

/// Writes rows page by page, so that only one page is in memory.
struct RowWriter {
    let format: InspectFormat
    /// Whether to write each row as a line of text instead of cells.
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

    /// Aligns the columns of a page. A line with a single cell, such as a heading, does not affect the columns.
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

    /// The text of a cell, made harmless, and the columns that it takes.
    private struct Cell {
        let text: String
        let width: Int

        init(_ untrusted: String) {
            text = SafeText(untrusted).description
            width = DisplayWidth.of(text)
        }
    }
}

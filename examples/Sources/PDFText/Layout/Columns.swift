/// The columns of a page's table: where its cells stand above each other.
struct Columns {
    private let ranges: [(start: Double, end: Double)]

    /// Made of the cells of all lines that have several: what they cover together.
    init(_ lines: [[CellSplitter.Cell]]) {
        var parts: [(start: Double, end: Double)] = []
        for line in lines where line.count > 1 {
            for (index, cell) in line.enumerated() {
                // Most lines of a table are like its first one, so that little is left to be put in order.
                if index < parts.count, cell.start < parts[index].end, cell.end > parts[index].start {
                    parts[index] = (min(parts[index].start, cell.start), max(parts[index].end, cell.end))
                } else {
                    parts.append((cell.start, cell.end))
                }
            }
        }
        var ranges: [(start: Double, end: Double)] = []
        for part in parts.sorted(by: { $0.start < $1.start }) {
            if let last = ranges.indices.last, part.start < ranges[last].end {
                ranges[last].end = max(ranges[last].end, part.end)
            } else {
                ranges.append(part)
            }
        }
        self.ranges = ranges
    }

    /// A row with a place for each column. A line of one cell is no row of a table; and where two cells share a column,
    /// the columns are not this line's.
    func row(_ cells: [CellSplitter.Cell]) -> PDFRow {
        let plain = PDFRow(cells.map(\.text))
        guard cells.count > 1, ranges.count > cells.count else { return plain }
        var row = [String](repeating: "", count: ranges.count)
        var next = 0
        for cell in cells {
            while next < ranges.count, ranges[next].end <= cell.start { next += 1 }
            guard next < ranges.count, ranges[next].start <= cell.start else { return plain }
            row[next] = cell.text
            next += 1
        }
        return PDFRow(row)
    }
}

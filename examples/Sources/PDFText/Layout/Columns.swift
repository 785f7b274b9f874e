/// The columns of a page's table: where its cells stand above each other.
struct Columns {
    private let ranges: [(start: Double, end: Double)]

    /// Made of the cells of all lines that have several.
    init(_ lines: [[CellSplitter.Cell]]) {
        var ranges: [(start: Double, end: Double)] = []
        for cell in lines.filter({ $0.count > 1 }).joined().sorted(by: { $0.start < $1.start }) {
            if let last = ranges.indices.last, cell.start < ranges[last].end {
                ranges[last].end = max(ranges[last].end, cell.end)
            } else {
                ranges.append((cell.start, cell.end))
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

extension PDFPage {
    /// How many columns the page has.
    public var columns: Int { table.columns.ranges.count }

    /// Whether the columns stand where another page has them.
    public func hasSameColumns(as other: PDFPage) -> Bool {
        let ranges = table.columns.ranges
        return columns == other.columns && ranges.indices.allSatisfy { other.table.columns.only(ranges[$0]) == $0 }
    }

    /// The page with the columns of another page of the same table. A column that is empty on a whole page has no place
    /// there otherwise, and text beside the table may look like a column.
    ///
    /// - Parameter key: The column of the other page that tells rows apart.
    /// - Returns: nil if a row doesn't fit those columns, or if there is no row.
    public func withColumns(of other: PDFPage, key: Int) -> PDFPage? {
        let columns = other.table.columns
        guard columns.ranges.indices.contains(key) else { return nil }
        let rows = table.lines.filter { line in
            line.cells.count > 1 && line.cells.contains { columns.column(of: $0) == key && $0.beginsWithNumber }
        }
        guard !rows.isEmpty, rows.allSatisfy({ columns.fit($0.cells) }) else { return nil }
        let table = PageTable(lines: table.lines, columns: columns, edges: table.edges)
        return PDFPage(
            object: object, rows: table.lines.map { columns.row($0.cells) }, isRecognized: isRecognized, table: table)
    }
}

extension Columns {
    /// The only column that a range overlaps; nil if there is none or several.
    fileprivate func only(_ range: (start: Double, end: Double)) -> Int? {
        let first = ranges.partitionIndex { $0.end <= range.start }
        guard first < ranges.count, ranges[first].start < range.end else { return nil }
        return first + 1 < ranges.count && ranges[first + 1].start < range.end ? nil : first
    }

    /// Whether each cell of a line stands in a column of its own, and in no other.
    fileprivate func fit(_ cells: [CellSplitter.Cell]) -> Bool {
        let places = cells.map { only(($0.start, $0.end)) }
        return !places.contains(nil) && Set(places).count == places.count
    }
}

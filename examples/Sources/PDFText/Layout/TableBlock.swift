/// Tells the rows of a page's table from the text around it. A footer must not make a column.
enum TableBlock {
    /// A gap of more than this many times the usual distance between rows separates the table from other text.
    private static let gap = 1.5

    /// The most lines of several cells in a header or footer of a page.
    private static let limit = 3

    /// The lines of several cells that may make columns. This leaves out lines above and below the table that have a cell
    /// between its columns, unless they have a cell in each of its columns, like a header of a column that is empty.
    static func rows(of lines: [PageTable.Line]) -> [[CellSplitter.Cell]] {
        let blocks = blocks(of: lines)
        let all = blocks.flatMap(\.self)
        guard blocks.count > 1, let size = blocks.map(\.count).max(),
            blocks.count(where: { $0.count == size }) == 1, let table = blocks.first(where: { $0.count == size })
        else { return all }
        let columns = Columns(table)
        let used = columns.ranges.indices.filter { column in
            table.count { $0.contains { columns.column(of: $0) == column } } * 2 >= table.count
        }
        return blocks.flatMap { block in
            guard block.count <= limit, block.count < size else { return block }
            return block.filter { row in
                let places = row.map(columns.column)
                let others = places.count { $0 == nil }
                return others == 0 || others * 2 <= columns.ranges.count && used.allSatisfy(places.contains)
            }
        }
    }

    /// The lines of several cells, divided at the large gaps.
    private static func blocks(of lines: [PageTable.Line]) -> [[[CellSplitter.Cell]]] {
        let distances = zip(lines, lines.dropFirst()).filter { $0.cells.count > 1 && $1.cells.count > 1 }
            .map { $0.height - $1.height }.sorted()
        let usual = distances.isEmpty ? 0 : distances[distances.count / 2]
        var blocks: [[[CellSplitter.Cell]]] = [[]]
        var previous: PageTable.Line?
        for line in lines {
            if let previous,
                previous.direction != line.direction
                    || previous.height - line.height > max(PDFRecords.farGap * line.size, gap * usual)
            {
                blocks.append([])
            }
            if line.cells.count > 1 { blocks[blocks.count - 1].append(line.cells) }
            previous = line
        }
        return blocks.filter { !$0.isEmpty }
    }
}

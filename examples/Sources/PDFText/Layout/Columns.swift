/// The columns of a page's table: the horizontal ranges that its cells share.
struct Columns: Sendable {
    private(set) var ranges: [(start: Double, end: Double)]

    /// Finds the ranges that are covered by the cells of all lines with several cells. A few lines may be left out whose cells
    /// span columns, such as footers.
    init(_ lines: [[CellSplitter.Cell]]) {
        let rows = lines.filter { $0.count > 1 }
        ranges = Self.cover(rows)
        guard ranges.count <= Self.limit else {
            ranges = []
            return
        }
        var counts: [Int: Int] = [:]
        var last = (count: 0, rows: 0)
        for row in rows {
            if row.count != last.count {
                counts[last.count, default: 0] += last.rows
                last = (row.count, 0)
            }
            last.rows += 1
        }
        counts[last.count, default: 0] += last.rows
        counts[0] = nil
        // On nearly every page of a table, each row has all columns.
        if counts.count < 2, counts[ranges.count] != nil { return }
        let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        var proper = rows
        for count in Set([usual, counts.keys.max()].compactMap(\.self)).sorted() {
            guard let model = rows.first(where: { $0.count == count && !Self.isOverwritten($0) }) else { continue }
            let like = rows.filter { row in row.allSatisfy { !Self.runsAcross($0, model) } && !Self.isOverwritten(row) }
            guard like.count < rows.count, like.count >= rows.count - max(1, rows.count / 4) else { continue }
            let own = Self.cover(like)
            if (ranges.count...Self.limit).contains(own.count) { (ranges, proper) = (own, like) }
        }
        joinHalves(proper)
    }

    /// The most columns of a table: more than fit on a page. Some of the work grows with the square of their number.
    private static let limit = 128

    /// Joins two adjacent columns if no row has both of them and there are more columns than any row has cells. A centered
    /// heading may stand beside the words below it.
    private mutating func joinHalves(_ rows: [[CellSplitter.Cell]]) {
        guard ranges.count > rows.lazy.map(\.count).max() ?? 0 else { return }
        var isMet = [Bool](repeating: false, count: ranges.count)
        for row in rows {
            let places = row.compactMap(column)
            for (left, right) in zip(places, places.dropFirst()) where right == left + 1 { isMet[left] = true }
        }
        let apart = isMet.indices.dropLast().filter { !isMet[$0] }
        guard apart.count == 1, let left = apart.first, !isBesideNumbers(left, rows) else { return }
        ranges[left].end = ranges[left + 1].end
        ranges.remove(at: left + 1)
    }

    /// A heading has at most this many lines.
    private static let headingLimit = 3

    /// Whether one of two adjacent columns consists mostly of long numbers, and the other one has more texts than a heading,
    /// and no such number. For example, a status may be centered beside several numbers, so that no line has both.
    private func isBesideNumbers(_ left: Int, _ rows: [[CellSplitter.Cell]]) -> Bool {
        let counts = [left, left + 1].map { place in
            let cells = rows.lazy.flatMap(\.self).filter { column(of: $0) == place }
            return (all: cells.count, numbers: cells.count(where: \.isLongNumber))
        }
        return [(counts[0], counts[1]), (counts[1], counts[0])].contains { own, other in
            own.numbers * 2 > own.all && other.numbers == 0 && other.all > Self.headingLimit
        }
    }

    private static func isOverwritten(_ row: [CellSplitter.Cell]) -> Bool {
        zip(row, row.dropFirst()).contains { $0.end > $1.start }
    }

    /// Whether a cell overlaps two cells of a row.
    private static func runsAcross(_ cell: CellSplitter.Cell, _ row: [CellSplitter.Cell]) -> Bool {
        let second = row.partitionIndex { $0.end <= cell.start } + 1
        return second < row.count && row[second].start < cell.end
    }

    private static func cover(_ rows: [[CellSplitter.Cell]]) -> [(start: Double, end: Double)] {
        var parts: [(start: Double, end: Double)] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                // Most lines of a table are like its first one, so few parts remain to be sorted.
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
        return ranges
    }

    /// The column that a cell overlaps most; nil if it stands between columns.
    func column(of cell: CellSplitter.Cell) -> Int? {
        var column = ranges.partitionIndex { $0.end <= cell.start }
        var best: (column: Int, width: Double)?
        while column < ranges.count, ranges[column].start < cell.end {
            let width = min(ranges[column].end, cell.end) - max(ranges[column].start, cell.start)
            if width > best?.width ?? 0 { best = (column, width) }
            column += 1
        }
        return best?.column
    }

    /// The column of each cell of a line; nil if the columns don't fit this line, for example if two cells share one.
    func places(of cells: [CellSplitter.Cell]) -> [Int]? {
        var places: [Int] = []
        places.reserveCapacity(cells.count)
        for cell in cells {
            guard let place = column(of: cell), place > places.last ?? -1 else { return nil }
            places.append(place)
        }
        return places
    }

    /// A row with a place for each column. A line with a single cell stays as it is.
    func row(_ cells: [CellSplitter.Cell]) -> PDFRow {
        guard cells.count > 1, ranges.count > cells.count, let places = places(of: cells) else {
            return PDFRow(cells.map(\.text))
        }
        var row = [String](repeating: "", count: ranges.count)
        for (cell, place) in zip(cells, places) { row[place] = cell.text }
        return PDFRow(row)
    }
}

extension CellSplitter.Cell {
    /// Whether the text is a number that is too long for a year or a part of a date.
    fileprivate var isLongNumber: Bool {
        text.utf8.count > 5 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x20 }
    }
}

/// Finds rows of a table with all lines of their cells, on one page: a text that is too long for its cell goes on in lines
/// of its own, above and below the others where cells are centred.
///
/// Rows are told apart by one column, the key, in which each has something. A line that has nothing there belongs to the row
/// above it or below it: on the side without a rule, or where there are no rules on the side of the smaller gap, as lines
/// within a cell are closer than rows are. Where neither tells, what can't be assigned is said to be uncertain.
public struct PDFRecords: Sendable {
    private let table: PageTable
    private let rules: Rules
    private let key: (start: Double, end: Double)
    private let direction: Int
    /// The least distance of rows that have one line each; nil where no two such rows follow each other.
    private let pitch: Double?
    /// Whether rules run between the rows of this table.
    private let isRuled: Bool

    /// The most lines that a cell may have on either side of its key.
    private static let lineLimit = 64

    /// More than so many times the size is a gap between things that do not belong together.
    private static let farGap = 2.6

    /// Lines of one text are no further apart than so many times the size.
    private static let lineGap = 1.8

    /// So many times another gap is clearly a larger one.
    private static let clearly = 1.08

    /// - Parameters:
    ///   - cell: the place of a key in a row of the page.
    ///   - row: that row.
    public init(_ page: PDFPage, key cell: Int, of row: Int) {
        let line = page.table.lines[row]
        let range: (start: Double, end: Double)
        if let column = page.column(ofCell: cell, inRow: row) {
            range = page.table.columns.ranges[column]
        } else {
            range = (line.cells[cell].start, line.cells[cell].end)
        }
        self.init(page.table, key: range, direction: line.direction)
    }

    /// - Parameter column: a column of the page's table, from 0.
    /// - Returns: nil where the page has no such column.
    public init?(_ page: PDFPage, column: Int) {
        guard page.table.columns.ranges.indices.contains(column), let line = page.table.lines.first else { return nil }
        self.init(page.table, key: page.table.columns.ranges[column], direction: line.direction)
    }

    private init(_ table: PageTable, key: (start: Double, end: Double), direction: Int) {
        (self.table, self.key, self.direction) = (table, key, direction)
        rules = Rules(table.edges, direction: direction)
        var pitch: Double?
        var isRuled = false
        var previous: (line: PageTable.Line, index: Int, hasDigit: Bool)?
        for (index, line) in table.lines.enumerated() where line.direction == direction {
            guard let cell = line.cells.first(where: { $0.start < key.end && $0.end > key.start }) else { continue }
            let hasDigit = cell.beginsWithNumber
            if let (upper, above, digit) = previous {
                if index == above + 1, hasDigit, digit, upper.cells.count > 1, line.cells.count > 1 {
                    pitch = min(pitch ?? .infinity, upper.height - line.height)
                }
                if !isRuled, let other = line.cells.last {
                    isRuled = rules.separate(
                        line.height, upper.height, at: (key.start + key.end) / 2, and: (other.start + other.end) / 2)
                }
            }
            previous = (line, index, hasDigit)
        }
        (self.pitch, self.isRuled) = (pitch, isRuled)
    }

    /// The record whose key stands in this row.
    public func record(at row: Int) -> PDFRecord {
        let line = table.lines[row]
        guard let places = table.columns.places(of: line.cells),
            let place = places.first(where: { isKey(table.columns.ranges[$0]) })
        else { return unsortedRecord(at: row) }
        let above = neighbours(of: row, by: -1)
        let below = neighbours(of: row, by: 1)
        var cells = [String](repeating: "", count: table.columns.ranges.count)
        for (cell, column) in zip(line.cells, places) { cells[column] = cell.text }
        var uncertain: Set<Int> = []
        for column in cells.indices where column != place {
            let upper = split(above.limit, above.lines, row, column)
            let lower = split(row, below.lines, below.limit, column)
            let block = Array(upper.lines.suffix(upper.lower) + lower.lines.prefix(lower.upper))
            let texts =
                upper.lines.suffix(upper.lower).map { text($0, column) } + [cells[column]]
                + lower.lines.prefix(lower.upper).map { text($0, column) }
            if !upper.isClear || !lower.isClear || !isAligned(block, with: row, hasOwn: !cells[column].isEmpty)
                || above.isCut || below.isCut || isMixed(row, below.limit, column)
            {
                uncertain.insert(column)
            }
            for index in block where runsAcross(index, column) { uncertain.insert(column) }
            cells[column] = texts.joinedLines
            // A text is torn where it closes what it does not open, or the other way round.
            if !block.isEmpty, !isRuled, cells[column].openParentheses != 0 { uncertain.insert(column) }
        }
        for column in Set(places) where column != place && runsAcross(row, column) { uncertain.insert(column) }
        // A text between the columns may be of any of them.
        if (above.lines + below.lines).contains(where: { isLoose($0, near: row) }) {
            uncertain.formUnion(cells.indices.filter { $0 != place })
        }
        return PDFRecord(cells: cells, key: place, uncertain: uncertain, keyMayGoOn: keyMayGoOn(row, below.limit))
    }

    /// How a line before the first row of the page goes with what a page before it ends with.
    public enum Beginning: Sendable {
        /// It goes on there.
        case goesOn
        /// It is no part of that.
        case isNew
        case isUncertain
    }

    /// Whether a line without a key, that comes before all rows of a page, goes on with the last row of the page before.
    public func beginning(at row: Int) -> Beginning {
        let line = table.lines[row]
        guard line.direction == direction, !hasKey(line) else { return .goesOn }
        let above = neighbours(of: row, by: -1)
        let below = neighbours(of: row, by: 1)
        if above.limit == nil, let next = below.lines.first ?? below.limit,
            distance(row, next) > Self.farGap * line.size
        {
            return .isNew
        }
        let lines = above.lines + [row] + below.lines
        var answer = Beginning.goesOn
        for cell in line.cells {
            guard let column = table.columns.column(of: cell) else { return .isUncertain }
            let parts = split(above.limit, lines, below.limit, column)
            guard let index = parts.lines.firstIndex(of: row) else { return .isUncertain }
            // Lines of one cell are not further from each other than rows are.
            let gap = below.limit.map { distance(parts.lines.last ?? row, $0) } ?? .infinity
            if !parts.isClear, gap <= 1.2 * (pitch ?? .infinity) {
                answer = .isUncertain
            } else if parts.isClear, index >= parts.lines.count - parts.lower {
                return .isNew
            }
        }
        return answer
    }

    // MARK: Lines around a row

    private func isKey(_ range: (start: Double, end: Double)) -> Bool { range.start < key.end && range.end > key.start }

    private func hasKey(_ line: PageTable.Line) -> Bool { line.cells.contains { isKey(($0.start, $0.end)) } }

    /// The lines without a key that follow a row, from top to bottom, and the row with one that ends them.
    private func neighbours(of row: Int, by step: Int) -> (lines: [Int], limit: Int?, isCut: Bool) {
        var lines: [Int] = []
        var index = row + step
        while table.lines.indices.contains(index), table.lines[index].direction == direction {
            if hasKey(table.lines[index]) { return (step < 0 ? lines.reversed() : lines, index, false) }
            guard lines.count < Self.lineLimit else { return (step < 0 ? lines.reversed() : lines, nil, true) }
            lines.append(index)
            index += step
        }
        return (step < 0 ? lines.reversed() : lines, nil, false)
    }

    private func text(_ line: Int, _ column: Int) -> String {
        let cells = table.lines[line].cells.filter { table.columns.column(of: $0) == column }
        return cells.map(\.text).joined(separator: " ")
    }

    /// Whether the text of a column goes on into another one that has no text of its own in this line: it may be two.
    private func runsAcross(_ index: Int, _ column: Int) -> Bool {
        let cells = table.lines[index].cells
        guard let cell = cells.first(where: { table.columns.column(of: $0) == column }) else { return false }
        return [column - 1, column + 1].contains { other in
            guard table.columns.ranges.indices.contains(other) else { return false }
            let range = table.columns.ranges[other]
            return min(range.end, cell.end) - max(range.start, cell.start) > 1
                && !cells.contains { table.columns.column(of: $0) == other }
        }
    }

    private func isLoose(_ index: Int, near row: Int) -> Bool {
        let (line, own) = (table.lines[index], table.lines[row])
        return abs(line.height - own.height) < Self.farGap * own.size
            && line.cells.contains { table.columns.column(of: $0) == nil }
    }

    // MARK: Whose a line is

    /// Lines with something in a column, of which the first few belong to the row above and the last few to the one below.
    private struct Parts {
        var lines: [Int]
        var upper = 0
        var lower = 0
        var isClear = true
    }

    private func split(_ upper: Int?, _ between: [Int], _ lower: Int?, _ column: Int) -> Parts {
        let lines = between.filter { index in
            table.lines[index].cells.contains { table.columns.column(of: $0) == column }
        }
        var parts = Parts(lines: lines)
        guard !lines.isEmpty else { return parts }
        let all = [upper] + lines + [lower]
        // The gaps around the lines: before the first, between them, behind the last.
        let edges = (0...lines.count).map { (all[$0], all[$0 + 1]) }
        let ruled = edges.indices.filter { isRuled(edges[$0].0, edges[$0].1, column) }
        if let first = ruled.first, let last = ruled.last {
            (parts.upper, parts.lower) = (upper == nil ? 0 : first, lower == nil ? 0 : lines.count - last)
            return parts
        }
        let gaps = edges.map { edge in edge.0.flatMap { above in edge.1.map { distance(above, $0) } } }
        let size = table.lines[lines[0]].size
        if let upper, let lower {
            splitBetween(gaps.compactMap(\.self), size, &parts)
            if !parts.isClear { splitByParentheses(text(upper, column), text(lower, column), column, &parts) }
        } else if let upper {
            parts.upper = close(gaps.dropLast().compactMap(\.self), size, &parts.isClear)
            if !parts.isClear { splitByParentheses(text(upper, column), "", column, &parts) }
        } else if let lower {
            parts.lower = close(gaps.dropFirst().reversed().compactMap(\.self), size, &parts.isClear)
            if !parts.isClear { splitByParentheses("", text(lower, column), column, &parts) }
        } else {
            parts.isClear = false
        }
        return parts
    }

    private func distance(_ upper: Int, _ lower: Int) -> Double {
        table.lines[upper].height - table.lines[lower].height
    }

    /// Whether rules run between two lines. At a page's end those above or below everything else count, in a ruled table.
    private func isRuled(_ upper: Int?, _ lower: Int?, _ column: Int) -> Bool {
        guard upper != nil && lower != nil || isRuled else { return false }
        let range = table.columns.ranges[column]
        return rules.separate(
            lower.map { table.lines[$0].height + 0.2 * table.lines[$0].size } ?? -.infinity,
            upper.map { table.lines[$0].height } ?? .infinity,
            at: (key.start + key.end) / 2, and: (range.start + range.end) / 2)
    }

    /// Between two rows the largest gap is the one that parts them.
    private func splitBetween(_ gaps: [Double], _ size: Double, _ parts: inout Parts) {
        let far = gaps.indices.filter { gaps[$0] > Self.farGap * size }
        if let first = far.first, let last = far.last {
            (parts.upper, parts.lower) = (first, parts.lines.count - last)
        } else if let largest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }) {
            (parts.upper, parts.lower) = (largest, parts.lines.count - largest)
            let others = gaps.indices.filter { $0 != largest }.map { gaps[$0] }.max() ?? 0
            parts.isClear = !isRuled && others * Self.clearly < gaps[largest]
        }
        let inner = gaps.prefix(parts.upper) + gaps.suffix(parts.lower)
        if !inner.allSatisfy(isWithinCell) { parts.isClear = false }
    }

    /// At a page's end as many lines belong to a row as follow it closely.
    private func close(_ gaps: [Double], _ size: Double, _ isClear: inout Bool) -> Int {
        for (count, gap) in gaps.enumerated() where gap > Self.lineGap * size || !isWithinCell(gap) {
            isClear = gap > max(Self.farGap * size, 1.3 * (pitch ?? 0))
            return count
        }
        return gaps.count
    }

    private func isWithinCell(_ gap: Double) -> Bool { gap * 1.04 < pitch ?? .infinity }

    /// A text that opens a parenthesis goes on until it is closed.
    private func splitByParentheses(_ above: String, _ below: String, _ column: Int, _ parts: inout Parts) {
        let texts = parts.lines.map { text($0, column) }
        var open = above.openParentheses
        var count = 0
        while open > 0, count < texts.count {
            open += texts[count].openParentheses
            count += 1
        }
        if open == 0, count == texts.count, count > 0 {
            (parts.upper, parts.lower, parts.isClear) = (count, 0, true)
            return
        }
        open = below.openParentheses
        count = 0
        while open < 0, count < texts.count {
            count += 1
            open += texts[texts.count - count].openParentheses
        }
        if open == 0, count == texts.count, count > 0 { (parts.upper, parts.lower, parts.isClear) = (0, count, true) }
    }

    /// Whether a cell's lines stand to the key as cells do: from it on, up to it, or with it in their middle.
    private func isAligned(_ block: [Int], with row: Int, hasOwn: Bool) -> Bool {
        guard !isRuled, !block.isEmpty else { return true }
        let own = table.lines[row]
        let heights = block.map { table.lines[$0].height } + (hasOwn ? [own.height] : [])
        let (top, bottom) = (heights.max() ?? 0, heights.min() ?? 0)
        let slack = 0.35 * own.size
        return abs(top - own.height) <= slack || abs(bottom - own.height) <= slack
            || abs((top + bottom) / 2 - own.height) <= slack
    }

    /// Whether the next line with something in the key's column may be a further line of the same row: it is close, and
    /// begins without a digit where the key has one.
    private func isMixed(_ row: Int, _ next: Int?, _ column: Int) -> Bool {
        guard let next, table.lines[next].cells.contains(where: { table.columns.column(of: $0) == column }) else {
            return false
        }
        let gap = distance(row, next)
        return !isOther(next, than: row) && gap <= Self.lineGap * table.lines[row].size && isWithinCell(gap)
            && !isRuled(row, next, column)
    }

    private func keyMayGoOn(_ row: Int, _ next: Int?) -> Bool {
        guard let next, table.lines[next].cells.count == 1, !isOther(next, than: row) else { return false }
        let gap = distance(row, next)
        return gap <= max(Self.lineGap * table.lines[row].size, 1.1 * (pitch ?? 0))
            && !rules.separate(
                table.lines[next].height, table.lines[row].height, at: (key.start + key.end) / 2,
                and: (key.start + key.end) / 2)
    }

    /// Whether a line begins with a key of its own.
    private func isOther(_ line: Int, than row: Int) -> Bool {
        func hasNumber(_ index: Int) -> Bool {
            table.lines[index].cells.first { isKey(($0.start, $0.end)) }?.beginsWithNumber ?? false
        }
        return hasNumber(line) || !hasNumber(row)
    }

    /// A row to which the columns of the page do not apply: what stands around it can't be assigned.
    private func unsortedRecord(at row: Int) -> PDFRecord {
        let line = table.lines[row]
        let key = line.cells.firstIndex { isKey(($0.start, $0.end)) } ?? 0
        let lines = neighbours(of: row, by: -1).lines.suffix(1) + neighbours(of: row, by: 1).lines.prefix(1)
        let isCrowded = lines.contains { abs(table.lines[$0].height - line.height) < Self.farGap * line.size }
        return PDFRecord(
            cells: line.cells.map(\.text), key: key, uncertain: isCrowded ? Set(line.cells.indices) : [],
            keyMayGoOn: false)
    }
}

extension CellSplitter.Cell {
    fileprivate var beginsWithNumber: Bool {
        text.unicodeScalars.prefix { $0 != " " }.contains { $0.properties.numericType != nil }
    }
}

extension [String] {
    /// Lines of one text.
    fileprivate var joinedLines: String {
        reduce(into: "") { text, line in
            guard !text.isEmpty, !line.isEmpty else { return text += line }
            text = text.joined(withLine: line)
        }
    }
}

extension String {
    /// How many parentheses are opened and not closed; less than 0 where more are closed.
    fileprivate var openParentheses: Int {
        utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
    }
}

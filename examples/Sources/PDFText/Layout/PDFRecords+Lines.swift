/// Decides which row a line of text belongs to.
extension PDFRecords {
    func isKey(_ range: (start: Double, end: Double)) -> Bool { range.start < key.end && range.end > key.start }

    func hasKey(_ line: PageTable.Line) -> Bool { line.cells.contains { isKey(($0.start, $0.end)) } }

    /// The lines without a key next to a row, from top to bottom, and the row that ends them.
    ///
    /// - Parameter step: 1 for the lines below the row, -1 for the lines above it.
    func neighbors(of row: Int, by step: Int) -> (lines: [Int], limit: Int?, isCut: Bool) {
        var lines: [Int] = []
        var index = row + step
        while table.lines.indices.contains(index), table.lines[index].direction == direction {
            // Text that is much larger, such as a watermark, is no part of a cell.
            guard table.lines[index].size <= TextLine.sizeFactor * table.lines[row].size else {
                index += step
                continue
            }
            if hasKey(table.lines[index]) { return (step < 0 ? lines.reversed() : lines, index, false) }
            guard lines.count < Self.lineLimit else { return (step < 0 ? lines.reversed() : lines, nil, true) }
            lines.append(index)
            index += step
        }
        return (step < 0 ? lines.reversed() : lines, nil, false)
    }

    func text(_ line: Int, _ column: Int) -> String {
        let cells = table.lines[line].cells.filter { table.columns.column(of: $0) == column }
        return cells.map(\.text).joined(separator: " ")
    }

    /// Whether the text of a column extends into another column that is empty in this line. It may be two texts.
    func runsAcross(_ index: Int, _ column: Int) -> Bool {
        let cells = table.lines[index].cells
        guard let cell = cells.first(where: { table.columns.column(of: $0) == column }) else { return false }
        return [column - 1, column + 1].contains { other in
            guard table.columns.ranges.indices.contains(other) else { return false }
            let range = table.columns.ranges[other]
            return min(range.end, cell.end) - max(range.start, cell.start) > 1
                && !cells.contains { table.columns.column(of: $0) == other }
        }
    }

    /// Whether the text of a column in a line may be another than what is seen, or that of two columns.
    func isDoubtful(_ index: Int, _ column: Int) -> Bool {
        table.lines[index].cells.contains { $0.isDoubtful && table.columns.column(of: $0) == column }
    }

    /// The columns of a row behind an empty column between ruled lines, counted from the key. Columns are found by their text,
    /// so an empty one has no place, and those behind it seem closer to the key than they are.
    func shifted(in line: PageTable.Line, _ key: Int) -> Set<Int> {
        let ranges = table.columns.ranges
        let gaps = ranges.indices.dropFirst().filter {
            columnRules.holdEmptyColumn(line, from: ranges[$0 - 1].end, to: ranges[$0].start)
        }
        let (right, left) = (gaps.first { $0 > key }, gaps.last { $0 <= key })
        return Set(
            ranges.indices.filter { column in
                column > key && right.map { $0 <= column } ?? false || column < key && left.map { column < $0 } ?? false
            })
    }

    func isLoose(_ index: Int, near row: Int) -> Bool {
        let (line, own) = (table.lines[index], table.lines[row])
        return abs(line.height - own.height) < Self.farGap * own.size
            && line.cells.contains { table.columns.column(of: $0) == nil }
    }

    /// The lines between two rows that have something in a column. The first `upper` of them belong to the row above, and the
    /// last `lower` to the row below.
    struct Parts {
        var lines: [Int]
        var upper = 0
        var lower = 0
        /// The lines that ruled lines separate from both rows.
        var apart: ArraySlice<Int> = []
        var isClear = true
    }

    func split(_ upper: Int?, _ between: [Int], _ lower: Int?, _ column: Int) -> Parts {
        let lines = between.filter { index in
            table.lines[index].cells.contains { table.columns.column(of: $0) == column }
        }
        var parts = Parts(lines: lines)
        guard !lines.isEmpty else { return parts }
        let all = [upper] + lines + [lower]
        // The gaps around the lines: before the first, between them, after the last.
        let edges = (0...lines.count).map { (all[$0], all[$0 + 1]) }
        let ruled = edges.indices.filter { isRuled(edges[$0].0, edges[$0].1, column) }
        if let first = ruled.first, let last = ruled.last {
            (parts.upper, parts.lower) = (upper == nil ? 0 : first, lower == nil ? 0 : lines.count - last)
            parts.apart = lines[first..<last]
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

    /// Whether a ruled row without a key stands directly below a row, like a second entry about the same thing. The heading of
    /// a section has a single cell.
    func hasSecondEntry(_ row: Int, _ lower: Parts) -> Bool {
        guard let next = lower.apart.first else { return false }
        let last = lower.upper > 0 ? lower.lines[lower.upper - 1] : row
        return distance(last, next) <= max(Self.farGap * table.lines[row].size, Self.clearly * (pitch ?? 0))
            && lower.apart.contains { table.lines[$0].cells.count > 1 }
    }

    func distance(_ upper: Int, _ lower: Int) -> Double {
        table.lines[upper].height - table.lines[lower].height
    }

    /// Whether a ruled line separates two lines. In a ruled table, the outermost ruled lines of a page count too.
    func isRuled(_ upper: Int?, _ lower: Int?, _ column: Int) -> Bool {
        guard upper != nil && lower != nil || isRuled else { return false }
        let range = table.columns.ranges[column]
        return rules.separate(
            lower.map { table.lines[$0].height + 0.2 * table.lines[$0].size } ?? -.infinity,
            upper.map { table.lines[$0].height } ?? .infinity,
            at: (key.start + key.end) / 2, and: (range.start + range.end) / 2)
    }

    /// Splits the lines between two rows at the largest gap.
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

    /// The number of lines that follow a row closely, at the end of a page.
    private func close(_ gaps: [Double], _ size: Double, _ isClear: inout Bool) -> Int {
        for (count, gap) in gaps.enumerated() where gap > Self.lineGap * size || !isWithinCell(gap) {
            isClear = gap > max(Self.farGap * size, 1.3 * (pitch ?? 0))
            return count
        }
        return gaps.count
    }

    func isWithinCell(_ gap: Double) -> Bool { gap * 1.04 < pitch ?? .infinity }

    /// Assigns lines by parentheses: a text that opens one continues until it is closed.
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

    /// Whether the lines of a cell are aligned with the key: they begin with it, end with it, or are centered on it.
    func isAligned(_ block: [Int], with row: Int, hasOwn: Bool) -> Bool {
        guard !isRuled, !block.isEmpty else { return true }
        let own = table.lines[row]
        let heights = block.map { table.lines[$0].height } + (hasOwn ? [own.height] : [])
        let (top, bottom) = (heights.max() ?? 0, heights.min() ?? 0)
        let slack = 0.35 * own.size
        return abs(top - own.height) <= slack || abs(bottom - own.height) <= slack
            || abs((top + bottom) / 2 - own.height) <= slack
    }

    /// The lines of a row's cell beside the row itself, from the parts above and below the row.
    static func block(_ upper: Parts, _ lower: Parts) -> [Int] {
        Array(upper.lines.suffix(upper.lower) + lower.lines.prefix(lower.upper))
    }

    /// Whether the next line with something in the key's column may belong to the same row: it is close, and has no number at
    /// its beginning although the key has one.
    func isMixed(_ row: Int, _ next: Int?, _ column: Int) -> Bool {
        guard let next, table.lines[next].cells.contains(where: { table.columns.column(of: $0) == column }) else {
            return false
        }
        let gap = distance(row, next)
        return !isOther(next, than: row) && gap <= Self.lineGap * table.lines[row].size && isWithinCell(gap)
            && !isRuled(row, next, column)
    }

    func keyMayGoOn(_ row: Int, _ next: Int?) -> Bool {
        guard let next, table.lines[next].cells.count == 1, !isOther(next, than: row) else { return false }
        let gap = distance(row, next)
        return gap <= max(Self.lineGap * table.lines[row].size, 1.1 * (pitch ?? 0))
            && !rules.separate(
                table.lines[next].height, table.lines[row].height, at: (key.start + key.end) / 2,
                and: (key.start + key.end) / 2)
    }

    /// Whether a line begins with a key of its own.
    private func isOther(_ line: Int, than row: Int) -> Bool {
        beginsWithNumber(line) || !beginsWithNumber(row)
    }

    /// Whether the key of a line begins with a number.
    func beginsWithNumber(_ line: Int) -> Bool {
        table.lines[line].cells.first { isKey(($0.start, $0.end)) }?.beginsWithNumber ?? false
    }
}

extension CellSplitter.Cell {
    var beginsWithNumber: Bool {
        text.unicodeScalars.prefix { $0 != " " }.contains { $0.properties.numericType != nil }
    }
}

extension String {
    /// How many more parentheses are opened than closed.
    var openParentheses: Int {
        utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
    }
}

/// Tells whether several rows share a text, or may have lines of each other, so that what stands beside one of them may be
/// only a part of it or too much.
extension PDFRecords {
    /// Whether two rows have a text in the same cell of a column: no ruled line passes between them, as one does between other
    /// rows.
    func sharesCell(_ row: Int, _ other: Int?, _ column: Int) -> Bool {
        guard isRuled, let other, !text(other, column).isEmpty else { return false }
        let (upper, lower) = (min(row, other), max(row, other))
        let gap = distance(upper, lower)
        guard gap <= Self.farGap * table.lines[row].size, beginsWithNumber(row), beginsWithNumber(other),
            !isRuled(upper, lower, column)
        else { return false }
        // For example, rows that each have a date are separate.
        if areNumbered(row, other) { return false }
        // Some tables have a ruled line only after every few rows.
        return rows.ruled * 2 > rows.all || gap * Self.clearly < ruledPitch ?? 0
    }

    /// Whether two rows have texts in the same column that begin with a number, beside their keys.
    private func areNumbered(_ row: Int, _ other: Int) -> Bool {
        let places = [row, other].map { line in
            table.lines[line].cells.filter { !isKey(($0.start, $0.end)) && $0.beginsWithNumber }
                .compactMap { table.columns.column(of: $0) }
        }
        return !Set(places[0]).isDisjoint(with: places[1])
    }

    /// Whether a row and the next one may have lines of one text that stands beside both: in one of them, the lines are
    /// displaced toward the other one, which has none or has lines that are as close as those of one text.
    func shareText(_ upper: Int?, _ lower: Int?, _ column: Int) -> Bool {
        guard !isRuled else { return false }
        let (above, below) = (upper.map { heights($0, column) }, lower.map { heights($0, column) })
        guard above?.isLow == true || below?.isHigh == true else { return false }
        guard let upper, let last = above?.lines.last, let first = below?.lines.first else { return true }
        let gap = [above, below].compactMap { $0?.gaps.min() }.min()
        return last - first <= gap.map { Self.clearly * $0 } ?? Self.lineGap * table.lines[upper].size
    }

    /// Whether lines above a row may be the rest of a row that the page before began. No other row stands above them, they
    /// are not the upper half of a text that is centered on its key, and no text below ends beside its key and has lines as
    /// far apart.
    func mayEndRow(_ upper: Int?, above row: Int, _ column: Int) -> Bool {
        guard isContinued, !isRuled, upper.map(beginsWithNumber) != true, beginsWithNumber(row) else { return false }
        let own = heights(row, column)
        guard !own.isCentered else { return false }
        let gap = own.gaps.max() ?? 0
        return !table.lines.indices.dropFirst(row + 1).prefix(Self.searchLimit).contains { other in
            guard beginsWithNumber(other) else { return false }
            let (heights, above) = (heights(other, column), neighbors(of: other, by: -1))
            return heights.lines.count > 1 && heights.endsBesideKey
                && gap <= Self.clearly * (heights.gaps.max() ?? 0)
                && split(above.limit, above.lines, other, column).isClear
        }
    }

    /// How many lines below a row are searched for a text with the same alignment.
    private static let searchLimit = 100

    /// Where the lines of a row's text stand.
    private struct Heights {
        /// The height of each line, from top to bottom.
        let lines: [Double]
        /// Where a text of one line stands beside the key, as in most rows; nil if the row has no number.
        let usual: Double?
        /// How far from there a line may stand that is not displaced.
        let slack: Double

        var gaps: [Double] { zip(lines, lines.dropFirst()).map { $0 - $1 } }
        var isCentered: Bool { middle.map(isUsual) ?? true }
        var endsBesideKey: Bool { lines.last.map(isUsual) ?? true }
        /// Whether the text is displaced downward: it neither begins, ends, nor is centered beside the key.
        var isLow: Bool { isDisplaced && middle ?? 0 < usual ?? 0 }
        var isHigh: Bool { isDisplaced && middle ?? 0 > usual ?? 0 }

        private var middle: Double? { lines.first.flatMap { top in lines.last.map { (top + $0) / 2 } } }
        private var isDisplaced: Bool { !(isCentered || endsBesideKey || lines.first.map(isUsual) ?? true) }

        private func isUsual(_ height: Double) -> Bool { usual.map { abs(height - $0) <= slack } ?? true }
    }

    /// How much higher or lower than in most rows a text stands if it is displaced, in parts of the font size.
    private static let displacement = 0.1

    private func heights(_ row: Int, _ column: Int) -> Heights {
        let key = table.lines[row].cells.first { isKey(($0.start, $0.end)) }.flatMap { $0.beginsWithNumber ? $0 : nil }
        let lines = (block(of: row, column) + [row]).sorted().compactMap { line in
            table.lines[line].cells.first { table.columns.column(of: $0) == column }?.height
        }
        return Heights(
            lines: lines, usual: key.map { $0.height + (offsets[column] ?? 0) },
            slack: Self.displacement * table.lines[row].size)
    }

    /// The lines of a row's cell beside the row itself.
    private func block(of row: Int, _ column: Int) -> [Int] {
        let (above, below) = (neighbors(of: row, by: -1), neighbors(of: row, by: 1))
        return Self.block(
            split(above.limit, above.lines, row, column), split(row, below.lines, below.limit, column))
    }

    /// Whether a text may go on in lines that belong to the row beside it: they are as close as lines of one text, and not
    /// aligned with that row.
    ///
    /// - Parameters:
    ///   - line: The line of the text that is closest to that row.
    ///   - parts: The lines between the two rows.
    func goesOn(from line: Int, _ neighbor: Int?, _ parts: Parts, _ column: Int) -> Bool {
        guard !isRuled, let neighbor, beginsWithNumber(neighbor) else { return false }
        let others = neighbor < line ? parts.lines.prefix(parts.upper) : parts.lines.suffix(parts.lower)
        guard let other = neighbor < line ? others.last : others.first else { return false }
        let gap = abs(distance(line, other))
        guard gap <= Self.lineGap * table.lines[line].size, isWithinCell(gap) else { return false }
        return !isAligned(block(of: neighbor, column), with: neighbor, hasOwn: !text(neighbor, column).isEmpty)
    }
}

/// Tells whether several rows share a text, so that the line beside one of them is only a part of it.
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

    /// How much higher or lower than in most rows a text stands if it is displaced, in parts of the font size.
    private static let displacement = 0.2

    /// Whether two rows may have lines of one text that stands beside both.
    func sharesText(_ row: Int, _ other: Int?, _ column: Int) -> Bool {
        guard !isRuled else { return false }
        return isDisplaced(row, beside: other, column) || other.map { isDisplaced($0, beside: row, column) } ?? false
    }

    /// Whether a row has a text in a column that stands higher or lower beside the key than in most rows, and may be one line
    /// of a text that another row shares: it is no line of a cell that is aligned with the key, and the other row has a line
    /// close to it, or none.
    private func isDisplaced(_ row: Int, beside other: Int?, _ column: Int) -> Bool {
        guard beginsWithNumber(row), let usual = offsets[column] else { return false }
        let cells = table.lines[row].cells
        guard let key = cells.first(where: { isKey(($0.start, $0.end)) }),
            let cell = cells.first(where: { table.columns.column(of: $0) == column })
        else { return false }
        let size = table.lines[row].size
        guard abs(cell.height - key.height - usual) > Self.displacement * size else { return false }
        let block = block(of: row, column)
        if !block.isEmpty, isAligned(block, with: row, hasOwn: true) { return false }
        guard let other, let theirs = table.lines[other].cells.first(where: { table.columns.column(of: $0) == column })
        else { return true }
        return abs(theirs.height - cell.height) <= Self.lineGap * size
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

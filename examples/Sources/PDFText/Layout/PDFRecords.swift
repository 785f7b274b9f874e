/// Finds the rows of a table on one page, with all lines of their cells. A text that is too long for its cell continues in
/// more lines, which stand below the row and, if cells are centered, above it, too.
///
/// Each row has something in one column, the key. A line without a key belongs to the row above or below it. Ruled lines
/// decide which; without them, spacing does, because lines within a cell are closer than rows. If neither decides, the cell
/// is marked as uncertain.
public struct PDFRecords: Sendable {
    let table: PageTable
    let rules: Rules
    let columnRules: ColumnRules
    let key: (start: Double, end: Double)
    let direction: Int
    /// Whether the table began on an earlier page. Its last row there may end on this page.
    let isContinued: Bool
    /// The smallest distance between rows of one line each; nil if no two such rows follow each other.
    let pitch: Double?
    /// Whether this table has ruled lines between its rows.
    let isRuled: Bool
    /// The smallest distance between rows with a ruled line between them; nil if there are no such rows.
    let ruledPitch: Double?
    /// How many neighboring rows there are, and how many of them have a ruled line between them.
    let rows: (all: Int, ruled: Int)
    /// How much higher than the key most texts of each column stand; nil for a column without texts beside a key.
    let offsets: [Double?]

    /// The most lines of a cell on either side of its key.
    static let lineLimit = 64

    /// A gap of more than this many times the font size separates lines that don't belong together.
    static let farGap = 2.6

    /// Lines of one text are at most this many times the font size apart.
    static let lineGap = 1.8

    /// A gap is clearly larger than another if it is this many times as large.
    static let clearly = 1.08

    /// Finds the rows of the table to which a row belongs.
    ///
    /// - Parameters:
    ///   - cell: The index of the key's cell in the row.
    ///   - row: The index of the row on the page.
    ///   - isContinued: Whether the table begins on a page before.
    public init(_ page: PDFPage, key cell: Int, of row: Int, isContinued: Bool = false) {
        let line = page.table.lines[row]
        let range: (start: Double, end: Double)
        if let column = page.column(ofCell: cell, inRow: row) {
            range = page.table.columns.ranges[column]
        } else {
            range = (line.cells[cell].start, line.cells[cell].end)
        }
        self.init(page.table, key: range, direction: line.direction, isContinued)
    }

    /// Finds the rows of the page's table.
    ///
    /// - Parameters:
    ///   - column: The column of the keys, from 0.
    ///   - isContinued: Whether the table begins on a page before.
    /// - Returns: nil if the page has no such column.
    public init?(_ page: PDFPage, column: Int, isContinued: Bool = false) {
        guard page.table.columns.ranges.indices.contains(column), let line = page.table.lines.first else { return nil }
        self.init(page.table, key: page.table.columns.ranges[column], direction: line.direction, isContinued)
    }

    private init(_ table: PageTable, key: (start: Double, end: Double), direction: Int, _ isContinued: Bool) {
        (self.table, self.key, self.direction, self.isContinued) = (table, key, direction, isContinued)
        rules = Rules(table.edges, direction: direction)
        columnRules = ColumnRules(table.edges, CollectionOfOne(direction))
        var pitch: Double?
        var ruledPitch: Double?
        var isRuled = false
        var rows = (all: 0, ruled: 0)
        var offsets = [[Double]](repeating: [], count: table.columns.ranges.count)
        var previous: (line: PageTable.Line, index: Int, hasDigit: Bool)?
        for (index, line) in table.lines.enumerated() where line.direction == direction {
            guard let cell = line.cells.first(where: { $0.start < key.end && $0.end > key.start }) else { continue }
            let hasDigit = cell.beginsWithNumber
            if hasDigit {
                for other in line.cells {
                    if let column = table.columns.column(of: other) {
                        offsets[column].append(other.height - cell.height)
                    }
                }
            }
            if let (upper, above, digit) = previous {
                let distance = upper.height - line.height
                if index == above + 1, hasDigit, digit, upper.cells.count > 1, line.cells.count > 1 {
                    pitch = min(pitch ?? .infinity, distance)
                }
                let other = line.cells[line.cells.count - 1]
                let isSeparate = rules.separate(
                    line.height, upper.height, at: (key.start + key.end) / 2, and: (other.start + other.end) / 2)
                if isSeparate { isRuled = true }
                if hasDigit, digit {
                    rows = (rows.all + 1, rows.ruled + (isSeparate ? 1 : 0))
                    if isSeparate { ruledPitch = min(ruledPitch ?? .infinity, distance) }
                }
            }
            previous = (line, index, hasDigit)
        }
        (self.pitch, self.ruledPitch, self.isRuled, self.rows) = (pitch, ruledPitch, isRuled, rows)
        self.offsets = offsets.map { $0.isEmpty ? nil : $0.sorted()[$0.count / 2] }
    }

    /// The record whose key is in this row.
    public func record(at row: Int) -> PDFRecord {
        let line = table.lines[row]
        guard let places = table.columns.places(of: line.cells),
            let place = places.first(where: { isKey(table.columns.ranges[$0]) })
        else { return unsortedRecord(at: row) }
        let above = neighbors(of: row, by: -1)
        let below = neighbors(of: row, by: 1)
        var cells = [String](repeating: "", count: table.columns.ranges.count)
        for (cell, column) in zip(line.cells, places) { cells[column] = cell.text }
        var uncertain: Set<Int> = []
        for column in cells.indices where column != place {
            let upper = split(above.limit, above.lines, row, column)
            let lower = split(row, below.lines, below.limit, column)
            let block = Self.block(upper, lower)
            let texts =
                upper.lines.suffix(upper.lower).map { text($0, column) } + [cells[column]]
                + lower.lines.prefix(lower.upper).map { text($0, column) }
            let hasOwn = !cells[column].isEmpty
            let isClear = upper.isClear && lower.isClear && isAligned(block, with: row, hasOwn: hasOwn)
            // The heading of a section between rows is left out. Unlike the first line of a centered text, it has no other
            // line below the row, and unlike that of a text above its number, it stands as far from the row as rows do.
            let isHeading =
                hasOwn && upper.lower > 0 && lower.upper == 0
                && !(upper.lines.last.map { isWithinCell(distance($0, row)) } ?? false)
            let isForeign =
                above.isCut || below.isCut || block.contains { runsAcross($0, column) } || !isClear && isHeading
            if isForeign || !isClear || below.limit != nil && hasSecondEntry(row, lower)
                || isMixed(row, below.limit, column)
                || [above.limit, below.limit].contains(where: { sharesCell(row, $0, column) })
                || shareText(above.limit, row, column) || shareText(row, below.limit, column)
                || upper.lower > 0 && mayEndRow(above.limit, above: row, column)
                || goesOn(from: upper.lower > 0 ? upper.lines[upper.upper] : row, above.limit, upper, column)
                || goesOn(from: lower.upper > 0 ? lower.lines[lower.upper - 1] : row, below.limit, lower, column)
            {
                uncertain.insert(column)
            }
            if !isForeign { cells[column] = texts.joinedLines }
            for index in block + [row] where isDoubtful(index, column) { uncertain.insert(column) }
            // A text with unbalanced parentheses is incomplete.
            if !block.isEmpty, !isRuled, cells[column].openParentheses != 0 { uncertain.insert(column) }
        }
        for column in Set(places) where column != place && runsAcross(row, column) { uncertain.insert(column) }
        uncertain.formUnion(shifted(in: line, place))
        // A text between columns may belong to any of them.
        if (above.lines + below.lines).contains(where: { isLoose($0, near: row) }) {
            uncertain.formUnion(cells.indices.filter { $0 != place })
        }
        return PDFRecord(cells: cells, key: place, uncertain: uncertain, keyMayGoOn: keyMayGoOn(row, below.limit))
    }

    /// How a line above the first row of a page relates to the last row of the page before.
    public enum Beginning: Sendable {
        /// It continues that row.
        case goesOn
        /// It doesn't belong to that row.
        case isNew
        /// It may belong to that row.
        case isUncertain
    }

    /// Whether a line without a key, above all rows of a page, continues the last row of the page before.
    public func beginning(at row: Int) -> Beginning {
        let line = table.lines[row]
        guard line.direction == direction, !hasKey(line) else { return .goesOn }
        let above = neighbors(of: row, by: -1)
        let below = neighbors(of: row, by: 1)
        // A line that stands alone is a title.
        let goesOn = above.lines.last.map { distance($0, row) <= Self.lineGap * line.size } ?? false
        if above.limit == nil, !goesOn, let next = below.lines.first ?? below.limit,
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
            // Lines of one cell are no further apart than rows are.
            let gap = below.limit.map { distance(parts.lines.last ?? row, $0) } ?? .infinity
            if !parts.isClear, gap <= 1.2 * (pitch ?? .infinity) {
                answer = .isUncertain
            } else if parts.isClear, index >= parts.lines.count - parts.lower {
                guard let next = below.limit, mayEndRow(above.limit, above: next, column) else { return .isNew }
                answer = .isUncertain
            }
        }
        return answer
    }

    /// A row that the page's columns don't fit. The lines around it can't be assigned.
    private func unsortedRecord(at row: Int) -> PDFRecord {
        let line = table.lines[row]
        let key = line.cells.firstIndex { isKey(($0.start, $0.end)) } ?? 0
        let lines = neighbors(of: row, by: -1).lines.suffix(1) + neighbors(of: row, by: 1).lines.prefix(1)
        let isCrowded = lines.contains { abs(table.lines[$0].height - line.height) < Self.farGap * line.size }
        let uncertain = line.cells.indices.filter { isCrowded || line.cells[$0].isDoubtful }
        return PDFRecord(cells: line.cells.map(\.text), key: key, uncertain: Set(uncertain), keyMayGoOn: false)
    }
}

extension [String] {
    /// The lines of one text, joined.
    fileprivate var joinedLines: String {
        reduce(into: "") { text, line in
            guard !text.isEmpty, !line.isEmpty else { return text += line }
            text = text.joined(withLine: line)
        }
    }
}

extension String {
    /// Joins a text with its next line: with a space, unless the text ends with a hyphen inside a word.
    public func joined(withLine line: String) -> String {
        if unicodeScalars.last == "\u{AD}" { return String(unicodeScalars.dropLast()) + line }
        let end = unicodeScalars.suffix(2)
        let isWithinWord =
            end.count == 2 && end.last.map { $0 == "-" || $0 == "\u{2010}" } == true
            && end.first?.properties.isWhitespace == false
        return self + (isWithinWord ? "" : " ") + line
    }
}

/// A row of a table, with all lines of its cells.
public struct PDFRecord: Sendable {
    /// The text of each column.
    public let cells: [String]

    /// The column that tells rows apart.
    public let key: Int

    /// The columns whose text may be incomplete, because nothing shows which row the next line belongs to, or because a
    /// ruled row without a key follows. It may also belong to another column, because an empty one between ruled lines has no
    /// place on the page.
    public let uncertain: Set<Int>

    /// Whether the next line of text may continue the key.
    public let keyMayGoOn: Bool
}

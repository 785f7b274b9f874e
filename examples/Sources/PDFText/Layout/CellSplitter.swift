/// Splits lines into cells: at wide gaps and, where columns are close to each other, at the boundaries of the page's columns.
struct CellSplitter {
    /// One cell of a line.
    struct Cell: Sendable {
        var start: Double
        var end: Double
        /// The height at which its text stands. The mark of a footnote may stand higher.
        var height: Double
        var text: String
        /// When it was shown: a later cell has a larger number.
        var order = 0
        /// Whether its text may be a part of what is seen, or of two columns: it was shown over another text, or its words are
        /// far apart.
        var isDoubtful = false
    }

    /// A gap of this many times the font size separates columns. A space takes 0.25 to 0.6, a stretched one slightly more.
    static let columnGap = 0.75

    /// The limit for a single space within one string, which justified text makes wide.
    private static let stretchedGap = 1.5

    /// A gap narrower than this is kerning and not a space.
    private static let wordGap = 0.15

    /// A gap narrower than this is never the boundary of a column.
    static let narrowestGap = 0.1

    /// Text that begins this many times the font size before the end of other text overwrites it.
    private static let overlap = 1.0

    private let lines: [TextLine]
    private let page: PageText

    /// Where the page's columns begin. Computed when a gap needs it.
    private lazy var starts = ColumnStarts(lines, of: page)

    /// Prepares to split the lines of a page.
    ///
    /// - Parameter page: The page, with its runs in the order of the lines.
    init(_ lines: [TextLine], of page: PageText) {
        (self.lines, self.page) = (lines, page)
    }

    /// The cells of a line.
    mutating func cells(of line: TextLine) -> [Cell] {
        let cells = cells(page.runs[line.runs])
        return cells.count > 1 ? withoutOverlaid(cells, size: page.runs[line.runs.lowerBound].size) : cells
    }

    /// The cells without those over which another one was shown in the same place. Whether the text below can be seen is
    /// unknown.
    private func withoutOverlaid(_ cells: [Cell], size: Double) -> [Cell] {
        var shown: [Cell] = []
        for cell in cells {
            guard let last = shown.last, cell.isInPlace(of: last, size: size) else {
                shown.append(cell)
                continue
            }
            var top = cell.order > last.order ? cell : last
            (top.start, top.end, top.isDoubtful) = (min(last.start, cell.start), max(last.end, cell.end), true)
            shown[shown.count - 1] = top
        }
        return shown
    }

    private mutating func cells(_ line: ArraySlice<TextRun>) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(min(line.count, 16))
        for index in line.indices {
            let run = line[index]
            if index > line.startIndex, let last = cells.indices.last {
                if isShadow(run, of: line[index - 1]) { return self.cells(withoutShadows(line)) }
                // A string continues after another one that was written into it.
                if !run.isPlaced, run.chain != line[index - 1].chain { return overwrittenCells(withoutShadows(line)) }
                if join(index, of: line, to: &cells[last]) { continue }
            }
            cells.append(cell(run))
        }
        return cells
    }

    /// The runs of a line without those that are shown twice.
    private func withoutShadows(_ line: ArraySlice<TextRun>) -> ArraySlice<TextRun> {
        var shown: [TextRun] = []
        for run in line {
            if let last = shown.last, isShadow(run, of: last) { continue }
            shown.append(run)
        }
        return shown[...]
    }

    private func cell(_ run: TextRun) -> Cell {
        Cell(
            start: run.start, end: run.end, height: run.height,
            text: String(decoding: page.bytes[run.text], as: UTF8.self), order: run.chain)
    }

    /// Whether one of two runs is a mark beside the other one, such as that of a footnote: in a smaller font, and higher or lower.
    /// The ending of an ordinal, such as the “th” of “14th”, is a part of its word.
    private func areMarkAndWord(_ first: TextRun, _ second: TextRun) -> Bool {
        let (small, large) = first.size < second.size ? (first, second) : (second, first)
        guard small.size < 0.9 * large.size, abs(small.height - large.height) > 0.15 * large.size else { return false }
        let text = String(decoding: page.bytes[small.text], as: UTF8.self)
        return text.count < 2 || !text.allSatisfy(\.isLetter)
    }

    /// Adds a run to the cell of the run before it. Returns false if it begins a new cell.
    private mutating func join(_ index: Int, of line: ArraySlice<TextRun>, to cell: inout Cell) -> Bool {
        let (previous, run) = (line[index - 1], line[index])
        let gap = run.start - previous.end
        let size = max(run.size, previous.size)
        let columnGap = run.blanks == 1 && !run.isPlaced ? Self.stretchedGap : Self.columnGap
        let isWide = gap > columnGap * size
        if isWide && !run.isSpread || run.isPlaced && gap < -Self.overlap * size { return false }
        if gap > Self.narrowestGap * size, run.isPlaced || run.blanks == 0, starts.begin(index, in: line) {
            return false
        }
        if isWide { cell.isDoubtful = true }
        // A blank may have no width.
        let hasBlank = run.blanks > 0 && gap > (run.isPlaced ? 0 : -0.01 * size)
        if gap > Self.wordGap * size || hasBlank || areMarkAndWord(previous, run) { cell.text += " " }
        cell.text += String(decoding: page.bytes[run.text], as: UTF8.self)
        cell.end = max(cell.end, run.end)
        cell.height = min(cell.height, run.height)
        return true
    }

    /// The cells of a line in which strings overlap. Each string is read to its end before the next one.
    private mutating func overwrittenCells(_ line: ArraySlice<TextRun>) -> [Cell] {
        var shown = line
        var starts: [Int: Double] = [:]
        for run in shown where starts[run.chain] == nil { starts[run.chain] = run.start }
        shown.sort { first, second in
            let (own, other) = (starts[first.chain, default: 0], starts[second.chain, default: 0])
            return (own, first.chain, first.start) < (other, second.chain, second.start)
        }
        var cells: [Cell] = []
        for index in shown.indices {
            if index > shown.startIndex, let last = cells.indices.last, join(index, of: shown, to: &cells[last]) {
                continue
            }
            cells.append(cell(shown[index]))
        }
        return cells
    }

    /// Whether the same text is shown twice with a slight offset, which is how some writers make text bold.
    private func isShadow(_ run: TextRun, of other: TextRun) -> Bool {
        run.start - other.start < 0.1 * run.size && page.bytes[run.text].elementsEqual(page.bytes[other.text])
    }
}

extension CellSplitter.Cell {
    /// Whether the cell covers most of another one and is aligned with it. A text that is too long for its column covers the
    /// next cell, too, but begins elsewhere.
    fileprivate func isInPlace(of other: Self, size: Double) -> Bool {
        let overlap = min(end, other.end) - max(start, other.start)
        guard overlap > 0, overlap > 0.5 * min(end - start, other.end - other.start) else { return false }
        return abs(start - other.start) < 0.5 * size || abs(start + end - other.start - other.end) < size
    }
}

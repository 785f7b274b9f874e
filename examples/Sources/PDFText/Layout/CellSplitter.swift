/// Splits lines into cells: at wide gaps, and at positions where most lines of a page begin a new piece of text.
struct CellSplitter {
    /// One cell of a line.
    struct Cell: Sendable {
        var start: Double
        var end: Double
        var text: String
    }

    /// A gap of this many times the font size separates columns. A space takes 0.25 to 0.6, a stretched one slightly more.
    private static let columnGap = 0.75

    /// The limit for a single space within one string, which justified text makes wide.
    private static let stretchedGap = 1.5

    /// A gap narrower than this is kerning and not a space.
    private static let wordGap = 0.15

    /// Text that begins this many times the font size before the end of other text overwrites it.
    private static let overlap = 1.0

    private let text: [UInt8]
    private let runs: [TextRun]
    private let lines: [TextLine]

    /// The positions, in whole points, at which most lines begin a new piece of text. Computed when a gap needs them.
    private lazy var columns = findColumns()

    /// Prepares to split the lines of a page.
    ///
    /// - Parameter page: The page, with its runs in the order of the lines.
    init(_ lines: [TextLine], of page: PageText) {
        (text, runs, self.lines) = (page.bytes, page.runs, lines)
    }

    /// The cells of a line.
    mutating func cells(of line: TextLine) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(min(line.runs.count, 16))
        var previous: TextRun?
        for run in runs[line.runs] {
            if let previous, let last = cells.indices.last {
                if Self.isShadow(run, of: previous, text) { continue }
                // A string continues after another one that was written into it.
                if !run.isPlaced, run.chain != previous.chain { return overwrittenCells(of: line) }
                if !join(run, to: &cells[last], behind: previous) { cells.append(cell(run)) }
            } else {
                cells.append(cell(run))
            }
            previous = run
        }
        return cells
    }

    private func cell(_ run: TextRun) -> Cell {
        Cell(start: run.start, end: run.end, text: String(decoding: text[run.text], as: UTF8.self))
    }

    /// Adds a run to the cell of the run before it. Returns false if it begins a new cell.
    private mutating func join(_ run: TextRun, to cell: inout Cell, behind previous: TextRun) -> Bool {
        let gap = run.start - previous.end
        let size = max(run.size, previous.size)
        let columnGap = run.blanks == 1 && !run.isPlaced ? Self.stretchedGap : Self.columnGap
        if gap > columnGap * size || (gap > 0.1 * size && isColumn(run)) || (run.isPlaced && gap < -Self.overlap * size)
        {
            return false
        }
        if gap > Self.wordGap * size || (run.blanks > 0 && gap > 0) { cell.text += " " }
        cell.text += String(decoding: text[run.text], as: UTF8.self)
        cell.end = max(cell.end, run.end)
        return true
    }

    /// The cells of a line in which strings overlap. Each string is read to its end before the next one.
    private mutating func overwrittenCells(of line: TextLine) -> [Cell] {
        var shown: [TextRun] = []
        for run in runs[line.runs] {
            if let last = shown.last, Self.isShadow(run, of: last, text) { continue }
            shown.append(run)
        }
        var starts: [Int: Double] = [:]
        for run in shown where starts[run.chain] == nil { starts[run.chain] = run.start }
        shown.sort { first, second in
            let (own, other) = (starts[first.chain, default: 0], starts[second.chain, default: 0])
            return (own, first.chain, first.start) < (other, second.chain, second.start)
        }
        var cells: [Cell] = []
        var previous: TextRun?
        for run in shown {
            defer { previous = run }
            if let previous, let last = cells.indices.last, join(run, to: &cells[last], behind: previous) { continue }
            cells.append(cell(run))
        }
        return cells
    }

    /// Whether most lines begin a piece of text where this run begins.
    private mutating func isColumn(_ run: TextRun) -> Bool {
        guard run.isPlaced else { return false }
        let place = Self.place(run.start)
        return (-1...1).contains { columns.contains(place + $0) }
    }

    /// A column is a position where half of the lines begin a piece of text, or a few lines with nothing close before it.
    private func findColumns() -> Set<Int> {
        var counts: [Int: Int] = [:]
        var clear: [Int: Int] = [:]
        for line in lines {
            var end = Double.infinity
            for run in runs[line.runs] {
                if run.isPlaced {
                    counts[Self.place(run.start), default: 0] += 1
                    if run.start - end > Self.columnGap * run.size { clear[Self.place(run.start), default: 0] += 1 }
                }
                end = run.end
            }
        }
        let needed = max(3, lines.count / 2)
        let few = max(2, lines.count / 8)
        return Set(counts.lazy.filter { $0.value >= needed || clear[$0.key, default: 0] >= few }.map(\.key))
    }

    private static func place(_ x: Double) -> Int { Int(x.rounded(.down)) }

    /// Whether the same text is shown twice with a slight offset, which is how some writers make text bold.
    private static func isShadow(_ run: TextRun, of other: TextRun, _ text: [UInt8]) -> Bool {
        run.start - other.start < 0.1 * run.size && text[run.text].elementsEqual(text[other.text])
    }
}

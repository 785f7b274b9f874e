/// Finds where the cells of lines begin: at wide gaps, and at places where most lines of a page begin something anew.
struct CellSplitter {
    /// A part of a line that is one cell.
    struct Cell {
        var start: Double
        var end: Double
        var text: String
    }

    /// A gap of this many times the size separates columns: spaces are a quarter to 0.6, and stretched ones somewhat more.
    private static let columnGap = 0.75

    /// A single space within one string is no gap between columns, though words that are spread to fill a line make it wide.
    private static let stretchedGap = 1.5

    /// Less than this is kerning, and no space.
    private static let wordGap = 0.15

    private let text: [UInt8]
    private let runs: [TextRun]
    private let lineCount: Int

    /// Where, to the point, most lines begin something anew: made once a gap asks for it.
    private lazy var columns = findColumns()

    /// - Parameter page: a page with its runs in the order of the lines.
    init(_ lines: [TextLine], of page: PageText) {
        (text, runs, lineCount) = (page.bytes, page.runs, lines.count)
    }

    /// The cells of a line.
    mutating func cells(of line: TextLine) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(min(line.runs.count, 16))
        var previous: TextRun?
        for run in runs[line.runs] {
            let words = String(decoding: text[run.text], as: UTF8.self)
            if let previous, let last = cells.indices.last {
                if Self.isShadow(run, of: previous, text) { continue }
                let gap = run.start - previous.end
                let size = max(run.size, previous.size)
                let columnGap = run.blanks == 1 && !run.isPlaced ? Self.stretchedGap : Self.columnGap
                if gap > columnGap * size || (gap > 0.1 * size && isColumn(run)) {
                    cells.append(Cell(start: run.start, end: run.end, text: words))
                } else {
                    if gap > Self.wordGap * size || (run.blanks > 0 && gap > 0) { cells[last].text += " " }
                    cells[last].text += words
                    cells[last].end = max(cells[last].end, run.end)
                }
            } else {
                cells.append(Cell(start: run.start, end: run.end, text: words))
            }
            previous = run
        }
        return cells
    }

    /// Whether most lines begin something where this run does.
    private mutating func isColumn(_ run: TextRun) -> Bool {
        guard run.isPlaced else { return false }
        let place = Self.place(run.start)
        return (-1...1).contains { columns.contains(place + $0) }
    }

    private func findColumns() -> Set<Int> {
        var counts: [Int: Int] = [:]
        for run in runs where run.isPlaced { counts[Self.place(run.start), default: 0] += 1 }
        let needed = max(3, lineCount / 2)
        return Set(counts.lazy.filter { $0.value >= needed }.map(\.key))
    }

    private static func place(_ x: Double) -> Int { Int(x.rounded(.down)) }

    /// Whether the same text is shown twice, a little aside, which is how some writers make it bold.
    private static func isShadow(_ run: TextRun, of other: TextRun, _ text: [UInt8]) -> Bool {
        run.start - other.start < 0.1 * run.size && text[run.text].elementsEqual(text[other.text])
    }
}

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

    /// Where something begins, to the point, in order.
    private let begins: [Int]
    private let needed: Int

    init(_ lines: [TextLine]) {
        begins = lines.flatMap { $0.runs.lazy.filter(\.isPlaced).map { Self.place($0.start) } }.sorted()
        needed = max(3, lines.count / 2)
    }

    private static func place(_ x: Double) -> Int { Int(x.rounded(.down)) }

    /// The cells of a line.
    func cells(of line: TextLine, in text: [UInt8]) -> [Cell] {
        var cells: [Cell] = []
        var bytes: [UInt8] = []
        var previous: TextRun?
        for run in line.runs {
            if let previous {
                if Self.isShadow(run, of: previous, text) { continue }
                let gap = run.start - previous.end
                let size = max(run.size, previous.size)
                let columnGap = run.blanks == 1 && !run.isPlaced ? Self.stretchedGap : Self.columnGap
                if gap > columnGap * size || (gap > 0.1 * size && isColumn(run)) {
                    cells[cells.count - 1].text = String(decoding: bytes, as: UTF8.self)
                    bytes = []
                    cells.append(Cell(start: run.start, end: run.end, text: ""))
                } else if gap > Self.wordGap * size || (run.blanks > 0 && gap > 0) {
                    bytes.append(32)
                }
            } else {
                cells.append(Cell(start: run.start, end: run.end, text: ""))
            }
            bytes += text[run.text]
            cells[cells.count - 1].end = max(cells[cells.count - 1].end, run.end)
            previous = run
        }
        if !cells.isEmpty { cells[cells.count - 1].text = String(decoding: bytes, as: UTF8.self) }
        return cells
    }

    /// Whether most lines begin something where this run does.
    private func isColumn(_ run: TextRun) -> Bool {
        guard run.isPlaced else { return false }
        let place = Self.place(run.start)
        return (-1...1).contains { before(place + $0 + 1) - before(place + $0) >= needed }
    }

    /// How many runs begin before a place.
    private func before(_ place: Int) -> Int {
        var (low, high) = (0, begins.count)
        while low < high {
            let middle = (low + high) / 2
            if begins[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether the same text is shown twice, a little aside, which is how some writers make it bold.
    private static func isShadow(_ run: TextRun, of other: TextRun, _ text: [UInt8]) -> Bool {
        run.start - other.start < 0.1 * run.size && text[run.text].elementsEqual(text[other.text])
    }
}

/// Where the columns of a page begin, as far as narrow gaps need to know it. A gap between columns may be as narrow as a gap
/// between words.
///
/// A column begins where some lines begin a text after a gap that is too wide for a space, or after a ruled line. A start
/// that most lines share is a column, too, unless its gap is like a gap between words: most rows may share a word.
struct ColumnStarts {
    /// The positions, in whole points and in order, where some lines begin a text after a wide gap.
    private let clear: [Int]
    /// The positions where most lines begin a string, and where most lines end one, as in a column that is aligned on the right.
    private let starts: [Int]
    private let ends: [Int]
    /// The gaps between words that are placed one by one.
    private let wordGaps: Set<Int>
    private let rules: ColumnRules

    /// A position counts if one line in this many begins a text there after a wide gap.
    private static let part = 8

    /// The same for a wide gap that justified text may have between words.
    private static let spreadPart = 4

    /// The most runs in a row of a table.
    private static let rowLimit = 500

    init(_ lines: [TextLine], of page: PageText) {
        rules = ColumnRules(page.edges, lines.lazy.map(\.direction))
        var (clear, starts, ends) = ([Int: Int](), [Int: Int](), [Int: Int]())
        var spread: [Int: Int] = [:]
        var narrow: [WordGaps.Gap] = []
        // The lines with narrow gaps between strings, and those of them that also have spaces within strings.
        var (narrowLines, writtenLines) = (0, 0)
        for line in lines {
            let runs = page.runs[line.runs]
            let count = narrow.count
            for index in runs.indices {
                guard Self.mayBegin(runs[index]) else { continue }
                let start = Self.place(runs[index].start)
                let gap = index > runs.startIndex ? Self.gap(before: index, runs) : 0
                if gap > CellSplitter.columnGap {
                    if runs[index].isSpread { spread[start, default: 0] += 1 } else { clear[start, default: 0] += 1 }
                }
                guard Self.isString(runs[index]) else { continue }
                let end = Self.place(Self.end(of: index, runs))
                starts[start, default: 0] += 1
                ends[end, default: 0] += 1
                if (CellSplitter.narrowestGap...CellSplitter.columnGap).contains(gap) {
                    narrow.append(WordGaps.Gap(width: gap, start: start, end: end, run: index))
                }
            }
            guard narrow.count > count else { continue }
            narrowLines += 1
            if runs.contains(where: { !$0.isPlaced && $0.blanks > 0 }) { writtenLines += 1 }
        }
        let some = max(2, lines.count / Self.part)
        // If the PDF writes its spaces as characters, another string is another text.
        let writesSpaces = writtenLines >= max(1, narrowLines / Self.part)
        let most = max(writesSpaces ? min(3, lines.count) : 3, lines.count / 2)
        let words = WordGaps(
            writesSpaces ? [] : narrow, page, some: some, isShared: { starts[$0] ?? 0 >= most },
            isEnd: { ends[$0] ?? 0 >= most })
        // A few lines of justified text may begin a word in the same place.
        let many = max(some, lines.count / Self.spreadPart)
        for (start, count) in spread where count >= many { clear[start, default: 0] += count }
        self.clear = clear.filter { $0.value >= some }.keys.sorted()
        self.starts = starts.filter { $0.value >= most && !words.phrases.contains($0.key) }.keys.sorted()
        // The last words of lines of text may end in the same place.
        self.ends = words.widths.isEmpty ? ends.filter { $0.value >= most }.keys.sorted() : []
        wordGaps = words.widths
    }

    /// Whether a run begins another column than the run before it.
    ///
    /// - Parameter line: The runs of its line, in their order.
    func begin(_ index: Int, in line: ArraySlice<TextRun>) -> Bool {
        let run = line[index]
        guard Self.mayBegin(run) else { return false }
        if rules.separate(line[index - 1], run) { return true }
        if Self.contains(run.start, in: clear) { return fit(line) }
        guard Self.isString(run), !wordGaps.contains(WordGaps.rounded(Self.gap(before: index, line))) else {
            return false
        }
        return Self.contains(run.start, in: starts) && fit(line)
            || Self.contains(Self.end(of: index, line), in: ends)
    }

    /// Whether the columns fit a line. In a line of running text, more columns begin within words than between them.
    private func fit(_ line: ArraySlice<TextRun>) -> Bool {
        guard line.count <= Self.rowLimit else { return false }
        var balance = 0
        for (index, run) in line.enumerated() {
            for places in [clear, starts] {
                if index > 0, Self.contains(run.start, in: places) { balance += 1 }
                let next = places.partitionIndex { $0 < Self.place(run.start) + 2 }
                if next < places.count, places[next] < Self.place(run.end) - 1 { balance -= 1 }
            }
        }
        return balance > 0
    }

    /// Whether a run may begin a column: it doesn't just follow a space in its string.
    private static func mayBegin(_ run: TextRun) -> Bool { run.isPlaced || run.blanks == 0 }

    /// Whether a run begins a string that is placed by itself, and not after a space.
    private static func isString(_ run: TextRun) -> Bool { run.isPlaced && run.blanks == 0 }

    /// Where the string ends that begins with a run of a line.
    private static func end(of index: Int, _ line: ArraySlice<TextRun>) -> Double {
        let rest = line[(index + 1)...].prefix { !$0.isPlaced && $0.chain == line[index].chain }
        return rest.last?.end ?? line[index].end
    }

    /// The gap before a run of a line, in parts of the font size.
    private static func gap(before index: Int, _ line: ArraySlice<TextRun>) -> Double {
        let size = max(line[index].size, line[index - 1].size)
        return size > 0 ? (line[index].start - line[index - 1].end) / size : 0
    }

    private static func place(_ x: Double) -> Int { Int(x.rounded(.down)) }

    private static func contains(_ x: Double, in places: [Int]) -> Bool {
        let next = places.partitionIndex { $0 < place(x) - 1 }
        return next < places.count && places[next] <= place(x) + 1
    }
}

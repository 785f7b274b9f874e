/// The runs of one line, from its beginning to its end.
struct TextLine {
    let height: Double
    let direction: Int
    /// The range of its runs among the page's sorted runs.
    private(set) var runs: Range<Int>

    /// How far apart two runs of one line may stand in height, in parts of the font size. A superscript belongs to its line.
    private static let tolerance = 0.4

    /// Text of one line differs in size by at most this factor. A superscript has about half the size of its line; the letters
    /// of a watermark have a multiple of the size of the rows behind them.
    static let sizeFactor = 2.5

    /// The lines of a page from top to bottom. It also sorts the page's runs. Text in the direction of the page's first run
    /// comes before text in other directions.
    static func lines(of runs: inout [TextRun]) -> [TextLine] {
        var order: [Int: Int] = [:]
        var previous: Int?
        for run in runs where run.direction != previous {
            if order[run.direction] == nil { order[run.direction] = order.count }
            previous = run.direction
        }
        let largest = sizeFactor * (runs.isEmpty ? 0 : runs.map(\.size).sorted()[runs.count / 2])
        runs.sort { first, second in
            if first.direction != second.direction {
                return order[first.direction, default: 0] < order[second.direction, default: 0]
            }
            if (first.size > largest) != (second.size > largest) { return first.size <= largest }
            return first.height != second.height ? first.height > second.height : first.start < second.start
        }
        var lines: [TextLine] = []
        for (index, run) in runs.enumerated() {
            if let last = lines.indices.last, lines[last].direction == run.direction,
                (runs[lines[last].runs.lowerBound].size > largest) == (run.size > largest),
                lines[last].height - run.height <= tolerance * max(run.size, runs[lines[last].runs.lowerBound].size)
            {
                lines[last].runs = lines[last].runs.lowerBound..<(index + 1)
            } else {
                lines.append(TextLine(height: run.height, direction: run.direction, runs: index..<(index + 1)))
            }
        }
        lines = joinDisplaced(lines, runs)
        // The runs of a line need sorting only if their heights differ.
        for line in lines where runs[line.runs.upperBound - 1].height != line.height {
            runs.replaceSubrange(line.runs, with: runs[line.runs].sorted { $0.start < $1.start })
        }
        guard runs.contains(where: { $0.size > largest }) else { return lines }
        return lines.sorted { first, second in
            first.direction == second.direction
                ? first.height > second.height
                : order[first.direction, default: 0] < order[second.direction, default: 0]
        }
    }

    /// How far below its row a displaced cell may stand, in parts of the font size. Lines of one text are farther apart.
    private static let displacement = 0.7

    /// The lines above and below must be this many times as far away as the displaced cells.
    private static let distance = 1.3

    /// Joins the two lines of a row in which some cells stand lower than the others. WebKit moves cells downward where it
    /// assumes the end of a page.
    private static func joinDisplaced(_ lines: [TextLine], _ runs: [TextRun]) -> [TextLine] {
        var joined: [TextLine] = []
        joined.reserveCapacity(lines.count)
        var index = 0
        while index < lines.count {
            joined.append(lines[index])
            index += 1
            guard index < lines.count, let gap = gap(below: index - 1, lines),
                gap <= displacement * runs[lines[index].runs.lowerBound].size,
                min(Self.gap(below: index - 2, lines) ?? .infinity, Self.gap(below: index, lines) ?? .infinity)
                    >= distance * gap,
                areSideBySide(runs[lines[index - 1].runs.lowerBound..<lines[index].runs.upperBound])
            else { continue }
            joined[joined.count - 1].runs = lines[index - 1].runs.lowerBound..<lines[index].runs.upperBound
            index += 1
        }
        return joined
    }

    /// The distance between a line and the next one; nil if either is missing, or if they run in different directions.
    private static func gap(below index: Int, _ lines: [TextLine]) -> Double? {
        guard lines.indices.contains(index), index + 1 < lines.count,
            lines[index].direction == lines[index + 1].direction, lines[index].height >= lines[index + 1].height
        else { return nil }
        return lines[index].height - lines[index + 1].height
    }

    /// Whether runs have the same size, and none is above another one.
    private static func areSideBySide(_ runs: ArraySlice<TextRun>) -> Bool {
        let sorted = runs.sorted { $0.start < $1.start }
        return zip(sorted, sorted.dropFirst()).allSatisfy {
            abs($0.size - $1.size) < 0.01 * $0.size && $1.start > $0.end - 0.1 * $0.size
        }
    }
}

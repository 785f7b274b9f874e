/// The runs of one line, from its beginning to its end.
struct TextLine {
    let height: Double
    let direction: Int
    /// The range of its runs among the page's sorted runs.
    private(set) var runs: Range<Int>

    /// How far apart two runs of one line may stand in height, in parts of the font size. A superscript belongs to its line.
    private static let tolerance = 0.4

    /// The lines of a page from top to bottom. It also sorts the page's runs. Text in the direction of the page's first run
    /// comes before text in other directions.
    static func lines(of runs: inout [TextRun]) -> [TextLine] {
        var order: [Int: Int] = [:]
        var previous: Int?
        for run in runs where run.direction != previous {
            if order[run.direction] == nil { order[run.direction] = order.count }
            previous = run.direction
        }
        runs.sort { first, second in
            if first.direction != second.direction {
                return order[first.direction, default: 0] < order[second.direction, default: 0]
            }
            return first.height != second.height ? first.height > second.height : first.start < second.start
        }
        var lines: [TextLine] = []
        for (index, run) in runs.enumerated() {
            if let last = lines.indices.last, lines[last].direction == run.direction,
                lines[last].height - run.height <= tolerance * max(run.size, runs[lines[last].runs.lowerBound].size)
            {
                lines[last].runs = lines[last].runs.lowerBound..<(index + 1)
            } else {
                lines.append(TextLine(height: run.height, direction: run.direction, runs: index..<(index + 1)))
            }
        }
        // The runs of a line need sorting only if their heights differ.
        for line in lines where runs[line.runs.upperBound - 1].height != line.height {
            runs.replaceSubrange(line.runs, with: runs[line.runs].sorted { $0.start < $1.start })
        }
        return lines
    }
}

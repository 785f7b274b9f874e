/// Runs that stand on one line, from its beginning to its end.
struct TextLine {
    let height: Double
    let direction: Int
    /// Where the runs lie among the page's, once those are in order.
    private(set) var runs: Range<Int>

    /// How far the middle of a line may be from another's, in parts of the size, for them to be one: a raised mark belongs
    /// to its line.
    private static let tolerance = 0.4

    /// The lines of a page from top to bottom, in which order its runs are put. Text of another direction than a page's
    /// first comes after it.
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
        // Only where heights differ within a line are its runs not in order yet.
        for line in lines where runs[line.runs.upperBound - 1].height != line.height {
            runs.replaceSubrange(line.runs, with: runs[line.runs].sorted { $0.start < $1.start })
        }
        return lines
    }
}

/// Runs that stand on one line, from its beginning to its end.
struct TextLine {
    let height: Double
    let direction: Int
    var runs: [TextRun]

    /// How far the middle of a line may be from another's, in parts of the size, for them to be one: a raised mark belongs
    /// to its line.
    private static let tolerance = 0.4

    /// The lines of a page from top to bottom. Text of another direction than a page's first comes after it.
    static func lines(of runs: [TextRun]) -> [TextLine] {
        var order: [Int: Int] = [:]
        for run in runs where order[run.direction] == nil { order[run.direction] = order.count }
        let sorted = runs.sorted { first, second in
            if first.direction != second.direction {
                return order[first.direction, default: 0] < order[second.direction, default: 0]
            }
            return first.height != second.height ? first.height > second.height : first.start < second.start
        }
        var lines: [TextLine] = []
        for run in sorted {
            if let last = lines.indices.last, lines[last].direction == run.direction,
                lines[last].height - run.height <= tolerance * max(run.size, lines[last].runs[0].size)
            {
                lines[last].runs.append(run)
            } else {
                lines.append(TextLine(height: run.height, direction: run.direction, runs: [run]))
            }
        }
        for index in lines.indices { lines[index].runs.sort { $0.start < $1.start } }
        return lines
    }
}

/// The level rules of a page, as its lines of one direction see them.
struct Rules {
    private struct Rule {
        let height: Double
        let start: Double
        let end: Double
    }

    /// From the lowest up.
    private let rules: [Rule]

    /// How far apart in height, in points, the rules of two cells may be that end one row.
    private static let step = 2.5

    /// - Parameter direction: a direction as ``TextRun`` has it. Only text along an axis has rules.
    init(_ edges: [Edge], direction: Int) {
        let (ux, uy): (Double, Double)
        switch direction {
        case 60_000: (ux, uy) = (1, 0)
        case -60_000: (ux, uy) = (-1, 0)
        case 60: (ux, uy) = (0, 1)
        case -60: (ux, uy) = (0, -1)
        default:
            rules = []
            return
        }
        rules = edges.compactMap { edge in
            let (first, last) = (edge.from.x * ux + edge.from.y * uy, edge.to.x * ux + edge.to.y * uy)
            let (low, high) = (edge.from.y * ux - edge.from.x * uy, edge.to.y * ux - edge.to.x * uy)
            guard abs(low - high) < abs(first - last) else { return nil }
            return Rule(height: (low + high) / 2, start: min(first, last), end: max(first, last))
        }.sorted { $0.height < $1.height }
    }

    /// Whether a rule, or several side by side, runs below two places between two heights.
    func separate(_ lower: Double, _ upper: Double, at first: Double, and second: Double) -> Bool {
        var (below, beside) = (-Double.infinity, -Double.infinity)
        for rule in rules[rules.partitionIndex { $0.height <= lower }...] {
            guard rule.height < upper else { return false }
            if rule.start - 1 <= first, first <= rule.end + 1 { below = rule.height }
            if rule.start - 1 <= second, second <= rule.end + 1 { beside = rule.height }
            if abs(below - beside) <= Self.step { return true }
        }
        return false
    }
}

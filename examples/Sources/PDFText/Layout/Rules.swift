/// The ruled lines of a page that run along text of one direction.
struct Rules {
    private struct Rule {
        let height: Double
        let start: Double
        let end: Double
    }

    /// From the lowest to the highest.
    private let rules: [Rule]

    /// How far the ruled lines below two cells of one row may differ in height, in points.
    private static let step = 2.5

    /// Finds the ruled lines among the edges of a page.
    ///
    /// - Parameter direction: A direction of ``TextRun``. Only text along an axis has ruled lines.
    init(_ edges: [Edge], direction: Int) {
        guard let axis = TextAxis(direction: direction) else {
            rules = []
            return
        }
        rules = edges.compactMap { edge in
            let (first, last) = (axis.along(edge.from), axis.along(edge.to))
            let (low, high) = (axis.across(edge.from), axis.across(edge.to))
            guard abs(low - high) < abs(first - last) else { return nil }
            return Rule(height: (low + high) / 2, start: min(first, last), end: max(first, last))
        }.sorted { $0.height < $1.height }
    }

    /// Whether a ruled line, or several side by side, passes below two positions between two heights.
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

/// A direction of text along an axis of the page.
struct TextAxis {
    private let x: Double
    private let y: Double

    /// The direction of text from left to right on a page that is not turned.
    static let rightward = 60_000

    /// - Parameter direction: A direction of ``TextRun``.
    /// - Returns: nil if it isn't along an axis.
    init?(direction: Int) {
        switch direction {
        case Self.rightward: (x, y) = (1, 0)
        case -60_000: (x, y) = (-1, 0)
        case 60: (x, y) = (0, 1)
        case -60: (x, y) = (0, -1)
        default: return nil
        }
    }

    func along(_ point: (x: Double, y: Double)) -> Double { point.x * x + point.y * y }

    func across(_ point: (x: Double, y: Double)) -> Double { point.y * x - point.x * y }
}

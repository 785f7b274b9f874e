/// A straight edge on a page, in points.
struct Edge {
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
}

/// Follows the paths that content draws (ISO 32000-1, 8.5), and collects the vertical and horizontal edges of painted paths,
/// which include the ruled lines of tables and the borders of their cells.
struct RuleCollector {
    /// The painted edges, up to a limit.
    private(set) var edges: [Edge] = []

    /// The path, if it is a single rectangle.
    private(set) var box: PageBox?

    private var path: [Edge] = []
    private var isEmpty = true
    private var start = (x: 0.0, y: 0.0)
    private var current = (x: 0.0, y: 0.0)

    /// The most edges that are kept: more than any page of a table has.
    private static let limit = 20_000

    /// The shortest edge that counts, in points. Anything shorter is part of a letter or a mark.
    private static let shortest = 4.0

    /// How far an edge may deviate from vertical or horizontal, in points.
    private static let tolerance = 0.5

    mutating func move(_ x: Double, _ y: Double, _ matrix: Matrix) {
        current = matrix.point(x, y)
        start = current
        (isEmpty, box) = (false, nil)
    }

    mutating func line(_ x: Double, _ y: Double, _ matrix: Matrix) {
        let end = matrix.point(x, y)
        append(current, end)
        current = end
        box = nil
    }

    /// A curve is not an edge, but the path continues where it ends.
    mutating func curve(_ x: Double, _ y: Double, _ matrix: Matrix) {
        current = matrix.point(x, y)
        box = nil
    }

    mutating func close() {
        append(current, start)
        current = start
    }

    mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ matrix: Matrix) {
        let isFirst = isEmpty
        move(x, y, matrix)
        line(x + width, y, matrix)
        line(x + width, y + height, matrix)
        line(x, y + height, matrix)
        close()
        if isFirst, matrix.b == 0, matrix.c == 0 { box = PageBox([x, y, x + width, y + height])?.mapped(by: matrix) }
    }

    mutating func paint() {
        edges += path.prefix(Self.limit - edges.count)
        discard()
    }

    /// Ends a path that is not painted.
    mutating func discard() {
        path = []
        (isEmpty, box) = (true, nil)
    }

    /// Forgets all painted edges except the first `count`.
    mutating func forget(behind count: Int) { edges.removeSubrange(min(count, edges.count)...) }

    private mutating func append(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) {
        let (width, height) = (abs(to.x - from.x), abs(to.y - from.y))
        guard min(width, height) <= Self.tolerance, (Self.shortest...1e6).contains(max(width, height)),
            path.count < Self.limit
        else { return }
        path.append(Edge(from: from, to: to))
    }
}

extension Matrix {
    /// The image of a point.
    fileprivate func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + e, b * x + d * y + f)
    }
}

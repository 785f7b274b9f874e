/// The ruled lines of a page that run across text, between columns.
struct ColumnRules {
    /// A ruled line, as the heights between which it runs.
    private typealias Rule = (low: Double, high: Double)

    /// The ruled lines at the same place along the text, from the lowest to the highest, and from the first place to the last.
    private typealias Places = [(place: Int, rules: [Rule])]

    /// The ruled lines for each direction of text.
    private var places: [Int: Places] = [:]

    /// The most directions of text whose ruled lines are looked for.
    private static let directionLimit = 4

    /// The most places that are searched in one gap.
    private static let placeLimit = 64

    /// How far apart two pieces of one ruled line may be, in points. Each cell may have borders of its own.
    private static let joint = 3.0

    /// A ruled line between columns is at least this many times as long as the text is high, so that it spans several
    /// lines. A box around a single word is shorter.
    private static let length = 2.0

    /// An empty column is at least this many times as wide as the text is high.
    private static let width = 2.0

    init(_ edges: [Edge], _ directions: some Sequence<Int>) {
        for direction in directions where places[direction] == nil && places.count < Self.directionLimit {
            places[direction] = Self.places(edges, direction)
        }
    }

    private static func places(_ edges: [Edge], _ direction: Int) -> Places {
        guard let axis = TextAxis(direction: direction) else { return [] }
        var pieces: [Int: [Rule]] = [:]
        for edge in edges {
            let (first, last) = (axis.along(edge.from), axis.along(edge.to))
            let (low, high) = (axis.across(edge.from), axis.across(edge.to))
            guard abs(first - last) < abs(low - high), abs(first) < 1e9 else { continue }
            pieces[Int(first.rounded()), default: []].append((min(low, high), max(low, high)))
        }
        return pieces.sorted { $0.key < $1.key }.map { place, pieces in
            var rules: [Rule] = []
            for piece in pieces.sorted(by: { $0.low < $1.low }) {
                if let last = rules.indices.last, piece.low <= rules[last].high + joint {
                    rules[last].high = max(rules[last].high, piece.high)
                } else {
                    rules.append(piece)
                }
            }
            return (place, rules)
        }
    }

    /// Whether a ruled line passes between two runs of a line.
    func separate(_ previous: TextRun, _ run: TextRun) -> Bool {
        guard let places = places[run.direction] else { return false }
        let height = run.height + 0.3 * run.size
        let first = places.partitionIndex { Double($0.place) < previous.end - 1 }
        for (place, rules) in places[first...].prefix(Self.placeLimit) {
            guard Double(place) <= run.start + 1 else { return false }
            if Self.pass(rules, height, run.size) { return true }
        }
        return false
    }

    /// Whether one of the ruled lines at a place passes a height.
    private static func pass(_ rules: [Rule], _ height: Double, _ size: Double) -> Bool {
        let above = rules.partitionIndex { $0.low <= height }
        return above > 0 && height <= rules[above - 1].high
            && rules[above - 1].high - rules[above - 1].low >= length * size
    }

    /// Whether two ruled lines with an empty column between them pass a line between two positions. The borders of two cells
    /// beside each other are closer.
    func holdEmptyColumn(_ line: PageTable.Line, from start: Double, to end: Double) -> Bool {
        guard let places = places[line.direction] else { return false }
        let first = places.partitionIndex { Double($0.place) < start - 1 }
        var previous: Int?
        for (place, rules) in places[first...].prefix(Self.placeLimit) {
            guard Double(place) <= end + 1 else { return false }
            guard Self.pass(rules, line.height + 0.3 * line.size, line.size) else { continue }
            if let previous, Double(place - previous) >= Self.width * line.size { return true }
            previous = place
        }
        return false
    }
}

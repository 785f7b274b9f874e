/// How well something matches what a person typed.
struct SearchMatch: Comparable, Sendable {
    /// Which part of it the text is, the best first.
    enum Part: Int, Sendable {
        /// The whole identifier.
        case id
        /// The whole name.
        case name
        /// A whole scheme, or the whole name or identifier of an action.
        case scheme
        /// The whole last segment of the identifier.
        case segment
        /// The beginning of the name, the last segment or a scheme.
        case prefix
        /// The beginnings of words.
        case word
        /// Only something inside: the letters of the text, scattered or side by side.
        case inside
    }

    let part: Part
    /// Whether the text matches only if the marks on letters do not count.
    let isUnmarked: Bool

    /// The places of all matches, from the best to the worst.
    static let places = 0..<2 * (Part.inside.rawValue + 1)

    /// Whatever matches with the marks on its letters comes before what matches only without, except that a text inside comes
    /// after everything else.
    var place: Int {
        if part == .inside { return Self.places.count - (isUnmarked ? 1 : 2) }
        return part.rawValue + (isUnmarked ? Part.inside.rawValue : 0)
    }

    /// The tier that the public search reports. A match without marks comes after all words that match with theirs.
    var tier: AppSearch.Tier {
        switch part {
        case .inside: .fuzzy
        case _ where isUnmarked: .word
        case .id, .name, .scheme, .segment: .exact
        case .prefix: .prefix
        case .word: .word
        }
    }

    /// Whether the text is the whole name or a whole scheme.
    var isWholeName: Bool { part == .name || part == .scheme }

    /// Whether this is better, and not just by a name instead of a scheme.
    func isCloser(than other: SearchMatch) -> Bool {
        self < other && !(isWholeName && other.isWholeName && isUnmarked == other.isUnmarked)
    }

    static func < (left: SearchMatch, right: SearchMatch) -> Bool { left.place < right.place }
}

/// The evidence that something waits behind an app's badge, from 0, or that nothing does, up to 0.
struct BadgeEvidence {
    /// A kind of evidence.
    enum Column: Int, CaseIterable {
        /// It arrived since the last opening of any app.
        case sinceLastOpening
        /// Of everything that waits, it arrived last.
        case newest
        /// It arrived within the last seconds.
        case justNow
        /// How much more often the app is opened with something waiting for this long than by its frequency.
        case answer
        /// Nothing waits: how much less often the app is opened then than by its frequency. The only column up to 0.
        case quiet
    }

    static let width = Column.allCases.count

    /// A number for each column, and 0 after them.
    typealias Values = SIMD8<Double>

    /// - Parameter row: A number for each column.
    static func values(_ row: [Double]) -> Values {
        Values(row + Array(repeating: 0, count: Values.scalarCount - row.count))
    }

    let app: Int
    private(set) var values = Values.zero

    init(app: Int) { self.app = app }

    subscript(column: Column) -> Double {
        get { values[column.rawValue] }
        set { values[column.rawValue] = newValue }
    }
}

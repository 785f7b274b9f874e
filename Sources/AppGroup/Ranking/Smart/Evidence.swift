/// What speaks for each app at one moment, as numbers that a ``Mixer`` weighs. A matrix with a row for each app.
struct Evidence {
    /// What is known of an app.
    enum Column: Int, CaseIterable {
        /// How often the app at its place in the order of last use was next, after such a gap.
        case place
        /// How often it came back after so much time.
        case returnTime
        /// How often it came back after so many openings.
        case returnTurn
        /// How often it was opened around this time of day.
        case hour
        /// How often it followed the last app after such a gap.
        case successorAfterGap
        /// How often it followed the last apps.
        case successor
        /// It is the app that was opened last.
        case isLast
        /// It is the one before.
        case isSecondLast
        /// And the one before that.
        case isThirdLast
    }

    static let width = Column.allCases.count

    /// The class of the time since the last opening: see ``Gap``.
    let gap: Int
    let count: Int
    private(set) var values: [Double]

    init(gap: Int, count: Int) {
        self.gap = gap
        self.count = count
        values = Array(repeating: 0, count: count * Self.width)
    }

    subscript(app: Int, column: Column) -> Double {
        get { values[app * Self.width + column.rawValue] }
        set { values[app * Self.width + column.rawValue] = newValue }
    }
}

/// The evidence for each app at one moment, as numbers that a ``Mixer`` weighs: a matrix with a row for each app.
struct Evidence {
    /// A kind of evidence.
    enum Column: Int, CaseIterable {
        /// How often the app at its place in the order of last use was next, after a gap of this class.
        case place
        /// How often it came back after this much time.
        case returnTime
        /// How often it came back after this many openings.
        case returnTurn
        /// How often it was opened around this time of day.
        case hour
        /// How often it followed the last app after a gap of this class.
        case successorAfterGap
        /// How often it followed the last apps.
        case successor
        /// It is the app that was opened last.
        case isLast
        /// It is the one before.
        case isSecondLast
        /// And the one before that.
        case isThirdLast
        /// After a pause: how often it was opened over a long time.
        case frequency
    }

    static let width = Column.allCases.count

    /// The class of the time since the last opening: see ``Gap``.
    let gap: Int
    let count: Int
    var values: [Double]
    /// The apps with something waiting behind their badge.
    var badges: [BadgeEvidence] = []

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

/// The time since the last opening of any app, in six classes: an app that is opened seconds after another follows other rules
/// than one that is opened after hours.
enum Gap {
    /// Where a class ends, in seconds; the last one has no end.
    private static let ends: [Double] = [15, 60, 300, 1200, 7200]

    static let classes = 6

    /// The class of a gap in seconds, from 0.
    static func index(_ seconds: Double) -> Int { ends.firstIndex { seconds < $0 } ?? classes - 1 }

    /// Whether a class is a pause of five minutes to two hours, after which the last openings say less.
    static func isPause(_ index: Int) -> Bool { (3...4).contains(index) }

    /// Whether two classes are alike: both below a minute, both below 20 minutes, or both above.
    static func areAlike(_ left: Int, _ right: Int) -> Bool { left / 2 == right / 2 }
}

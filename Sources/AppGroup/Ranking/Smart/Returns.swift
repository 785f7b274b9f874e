/// How often each app is the next one, by the time since its last use.
///
/// The age of an app's last use falls into a class. At each opening, every app had a chance in its class, and one app came back.
/// The quotient is a discrete hazard rate. For an app with few chances, it is drawn toward that of apps with its frequency and
/// age.
struct Returns: Sendable {
    let classes: Int
    /// A row for each app. Both are halved when they get large, so that habits can change.
    private(set) var chances: [UInt16] = []
    private(set) var returns: [UInt16] = []
    /// Over all apps: how many came back, and how many would have come back if only their frequency mattered.
    private(set) var observed: [Double]
    private(set) var expected: [Double]

    private static let mostChances: UInt16 = 400
    /// How many chances the estimate from other apps is worth.
    private static let trustInOthers = 4.0

    init(classes: Int) {
        self.classes = classes
        observed = Array(repeating: 0, count: classes)
        expected = observed
    }

    /// Returns without any app, as if this many apps had been expected to come back in each class, and `lifts` times as many had.
    init(expected: Double, lifts: [Double]) {
        classes = lifts.count
        observed = lifts.map { $0 * expected }
        self.expected = lifts.map { _ in expected }
    }

    /// Stored returns; `nil` if a number is impossible.
    init?(chances: [UInt16], returns: [UInt16], observed: [Double], expected: [Double]) {
        classes = observed.count
        guard zip(chances, returns).allSatisfy({ $1 <= $0 && $0 <= Self.mostChances }),
            (observed + expected).allSatisfy({ (0...0x1p53).contains($0) })
        else { return nil }
        (self.chances, self.returns, self.observed, self.expected) = (chances, returns, observed, expected)
    }

    mutating func addApp() {
        chances += Array(repeating: 0, count: classes)
        returns += Array(repeating: 0, count: classes)
    }

    mutating func forget(_ app: Int) {
        for index in app * classes..<(app + 1) * classes { (chances[index], returns[index]) = (0, 0) }
    }

    /// Counts a chance of an app, with its likelihood by frequency alone.
    mutating func count(_ app: Int, in ageClass: Int, likelihood: Double, cameBack: Bool) {
        let index = app * classes + ageClass
        chances[index] += 1
        expected[ageClass] += likelihood
        if cameBack {
            returns[index] += 1
            observed[ageClass] += 1
        }
        if chances[index] > Self.mostChances {
            chances[index] /= 2
            returns[index] /= 2
        }
    }

    /// Whether an app had a chance in any class.
    func hasChances(_ app: Int) -> Bool { chances[app * classes..<(app + 1) * classes].contains { $0 > 0 } }

    /// How many chances an app had in some classes, and how often it came back.
    func total(of app: Int, in ageClasses: Range<Int>) -> (chances: Double, returns: Double) {
        var (ownChances, ownReturns): (Int, Int) = (0, 0)
        for index in ageClasses {
            ownChances += Int(chances[app * classes + index])
            ownReturns += Int(returns[app * classes + index])
        }
        return (Double(ownChances), Double(ownReturns))
    }

    /// How much more likely apps come back in each class than by their frequency.
    func lifts() -> [Double] { (0..<classes).map { (observed[$0] + 1) / (expected[$0] + 1) } }

    /// How likely an app is the next one.
    ///
    /// - Parameters:
    ///   - base: How likely it is by its frequency.
    ///   - lifts: ``lifts()``.
    func likelihood(of app: Int, in ageClass: Int, base: Double, lifts: [Double]) -> Double {
        let index = app * classes + ageClass
        return (Double(returns[index]) + Self.trustInOthers * base * lifts[ageClass])
            / (Double(chances[index]) + Self.trustInOthers)
    }
}

extension Returns {
    static let timeClasses = 16
    static let turnClasses = 12

    /// The class of an age in seconds: below 16 s, then one for each doubling, up to 3 days.
    static func timeClass(_ seconds: Double) -> Int {
        guard seconds >= 16 else { return 0 }
        return min(Int(seconds.exponent) - 3, timeClasses - 1)
    }

    /// The class of an age in openings, from 1.
    static func turnClass(_ openings: Int64) -> Int {
        switch openings {
        case ...4: Int(max(openings, 1)) - 1
        case ...6: 4
        case ...9: 5
        case ...14: 6
        case ...22: 7
        case ...40: 8
        case ...80: 9
        case ...160: 10
        default: 11
        }
    }
}

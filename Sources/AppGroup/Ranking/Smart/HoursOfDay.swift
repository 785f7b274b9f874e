/// At what time of day each app is opened, by the local clock.
struct HoursOfDay: Sendable {
    static let hours = 24

    /// A row for each app, of how often it was opened in each hour. Halved when there are many, so that habits may change.
    private(set) var counts: [UInt16] = []

    private static let mostOpenings = 128
    /// How many openings count as evenly spread over the day.
    private static let trustInEvenness = 3.0

    init() {}

    /// Counts as they were stored; `nil` where a number cannot be one.
    init?(counts: [UInt16]) {
        guard counts.allSatisfy({ $0 <= Self.mostOpenings }) else { return nil }
        self.counts = counts
    }

    mutating func addApp() { counts += Array(repeating: 0, count: Self.hours) }

    mutating func forget(_ app: Int) {
        for index in app * Self.hours..<(app + 1) * Self.hours { counts[index] = 0 }
    }

    mutating func count(_ app: Int, at second: Int64) {
        let row = app * Self.hours..<(app + 1) * Self.hours
        counts[row.lowerBound + Int(Self.secondOfDay(second) / 3600)] += 1
        if counts[row].reduce(0, { $0 + Int($1) }) > Self.mostOpenings {
            for index in row { counts[index] /= 2 }
        }
    }

    /// How near each hour is to a time of day: a Gaussian of one hour's width around the clock, which is 1 on average.
    static func nearness(to second: Int64) -> [Double] {
        let hour = secondOfDay(second) / 3600
        return (0..<hours).map {
            let distance = abs(hour - (Double($0) + 0.5))
            let around = min(distance, 24 - distance)
            return Libm.exp(-0.5 * around * around) * 24 / 2.5066
        }
    }

    /// How much likelier an app is opened now than at any time of day.
    ///
    /// - Parameter nearness: ``nearness(to:)``.
    func lift(of app: Int, nearness: [Double]) -> Double {
        var (near, all) = (0.0, 0.0)
        let row = app * Self.hours
        for hour in 0..<Self.hours {
            let count = Double(counts[row + hour])
            near += nearness[hour] * count
            all += count
        }
        return (near + Self.trustInEvenness) / (all + Self.trustInEvenness)
    }

    private static func secondOfDay(_ second: Int64) -> Double {
        let rest = second % 86_400
        return Double(rest < 0 ? rest + 86_400 : rest)
    }
}

import AppGroupPlatform

/// At what time of day each app is opened, by the local clock.
struct HoursOfDay: Sendable {
    static let hours = 24

    /// How often each app was opened in each hour: a row for each app. A row is halved when it gets large, so that habits can
    /// change.
    private(set) var counts: [UInt16] = []

    private static let mostOpenings = 128
    /// How many evenly spread openings are added to each row.
    private static let trustInEvenness = 3.0

    init() {}

    /// Stored counts; `nil` if a number is impossible.
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

    /// How near each hour is to a time of day: a Gaussian around the clock with a width of one hour and an average of 1.
    private static func nearness(to second: Int64) -> [Double] {
        let hour = secondOfDay(second) / 3600
        return (0..<hours).map {
            let distance = abs(hour - (Double($0) + 0.5))
            let around = min(distance, 24 - distance)
            return Libm.exp(-0.5 * around * around) * 24 / 2.5066
        }
    }

    /// How much more likely each app is opened at this time of day than at any.
    func lifts(at second: Int64) -> [Double] {
        let nearness = Self.nearness(to: second)
        return counts.withUnsafeBufferPointer { counts in
            nearness.withUnsafeBufferPointer { nearness in
                stride(from: 0, to: counts.count, by: Self.hours).map { row in
                    var (near, all) = (0.0, 0)
                    for hour in 0..<Self.hours {
                        let count = counts[row &+ hour]
                        near += nearness[hour] * Double(count)
                        all &+= Int(count)
                    }
                    return (near + Self.trustInEvenness) / (Double(all) + Self.trustInEvenness)
                }
            }
        }
    }

    private static func secondOfDay(_ second: Int64) -> Double {
        let rest = second % 86_400
        return Double(rest < 0 ? rest + 86_400 : rest)
    }
}

/// The hours and the days in which a feed wants to be left alone, in GMT.
struct SkippedTimes: Sendable {
    /// A bit for each hour of the day, and then one for each day of the week, from Sunday on.
    let bits: Int64

    init(bits: Int64) { self.bits = bits }

    /// - Parameters:
    ///   - hours: From 0 to 23.
    ///   - days: From 0 for Sunday to 6.
    init(hours: Set<Int>, days: Set<Int>) {
        bits = hours.union(days.map { $0 + 24 }).reduce(0) { $0 | 1 << Int64($1) }
    }

    /// Whether a moment is in them, in seconds since 1970.
    func contains(_ moment: Int64) -> Bool {
        // 1970 began on a Thursday.
        let (hour, day) = (moment / 3600 % 24, (moment / 86_400 + 4) % 7)
        return bits >> hour & 1 == 1 || bits >> (day + 24) & 1 == 1
    }
}

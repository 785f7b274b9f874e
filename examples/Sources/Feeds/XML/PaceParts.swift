/// How often a feed asks to be fetched, while its elements arrive.
struct PaceParts {
    private var minutes: Int?
    private var period: Int?
    private var frequency = 1
    private var hours: Set<Int> = []
    private var days: Set<Int> = []

    private static let year = 366 * 24 * 60

    mutating func take(_ text: TextCapture) {
        let value = text.string.lowercased()
        switch text.word {
        case .timeToLive: minutes = Int(value).flatMap { 1...Self.year ~= $0 ? $0 : nil }
        case .hour: if let hour = Int(value), 0...24 ~= hour { hours.insert(hour % 24) }
        case .day:
            let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
            if let day = names.firstIndex(where: value.hasPrefix) { days.insert(day) }
        case .updatePeriod:
            period = ["hourly": 60, "daily": 1440, "weekly": 10_080, "monthly": 43_200, "yearly": 525_600][value]
        case .updateFrequency: if let times = Int(value), 1...10_000 ~= times { frequency = times }
        default: break
        }
    }

    var pace: FeedPace {
        var pace = FeedPace()
        pace.minutes = minutes ?? period.map { max(1, $0 / frequency) }
        // A feed that asks never to be fetched is mistaken.
        if hours.count < 24 { pace.skippedHours = hours }
        if days.count < 7 { pace.skippedDays = days }
        return pace
    }
}

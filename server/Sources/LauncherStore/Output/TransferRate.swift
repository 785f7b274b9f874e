/// How fast something arrives: what came within the last few seconds.
struct TransferRate {
    private var samples: [(moment: ContinuousClock.Instant, bytes: UInt64)] = []

    /// As far back as is looked.
    private static let window = Duration.seconds(5)
    private static let mostSamples = 64

    /// Notes how much there is in all.
    mutating func note(_ bytes: UInt64, at now: ContinuousClock.Instant) {
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append((now, bytes))
        let old = samples.prefix { now - $0.moment > Self.window }.count
        samples.removeFirst(max(min(old, samples.count - 2), samples.count - Self.mostSamples, 0))
    }

    /// Bytes in a second; `nil` until that can be told.
    var bytesPerSecond: Double? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let time = (last.moment - first.moment) / .seconds(1)
        return time >= 0.3 && last.bytes > first.bytes ? Double(last.bytes - first.bytes) / time : nil
    }

    /// Seconds until so many bytes more are there, at most a hundred hours; `nil` until that can be told.
    func secondsLeft(for bytes: UInt64) -> Int? {
        bytesPerSecond.map { Int(min(Double(bytes) / $0, 359_999)) }
    }
}

/// Durations as the whole numbers that C and databases take.
extension Duration {
    /// Whole nanoseconds; a duration beyond 64 bits of them, which are 292 years, is clamped.
    package var wholeNanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// Whole milliseconds; a duration beyond 64 bits of them is clamped.
    package var wholeMilliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }

    /// Nanoseconds to wait for this long: none if it is negative, and at most some thirty years, so that they can be added to a
    /// moment.
    package var nanosecondsToWait: Int64 {
        min(max(self, .zero), .seconds(1 << 30)).wholeNanoseconds
    }
}

extension SystemClock {
    /// Blocks the thread for this long.
    public static func sleep(for duration: Duration) {
        sleep(nanoseconds: duration.nanosecondsToWait)
    }
}

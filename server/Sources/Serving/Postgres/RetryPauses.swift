import AppGroupPlatform

/// The pauses between attempts: short at first, and longer each time, up to half a second. They are random, so that those who
/// got in each other's way don't meet again.
struct RetryPauses {
    private var longest = Duration.milliseconds(10)

    /// Waits. - Returns: Whether there is time for another attempt.
    mutating func wait(until deadline: ContinuousClock.Instant) -> Bool {
        let pause = longest * Double.random(in: 0.5...1)
        guard ContinuousClock.now + pause < deadline else { return false }
        SystemClock.sleep(nanoseconds: pause.components.attoseconds / 1_000_000_000)
        longest = min(longest * 2, .milliseconds(500))
        return true
    }
}

package import AppGroupPlatform

/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// A type of its own rather than Foundation's `Date`: a tool that embeds this library loads no Foundation for it. To convert,
/// `Date(timeIntervalSince1970: Double(milliseconds) / 1000)`.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch; negative before it.
    public let milliseconds: Int64

    /// A moment this many milliseconds after the Unix epoch.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// A moment this many whole seconds after the Unix epoch; beyond 64 bits of milliseconds it is held at the end.
    public init(seconds: Int64) {
        milliseconds = seconds.multipliedClamped(by: 1000)
    }

    /// The moment that the system's clock shows.
    public static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds()) }

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : -((-(milliseconds + 1)) / 1000) - 1
    }

    /// By time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// A moment this many days later, 86,400 seconds each.
    public func adding(days: Int) -> Timestamp {
        Timestamp(milliseconds: milliseconds.addingClamped(Int64(clamping: days).multipliedClamped(by: 86_400_000)))
    }

    /// A moment this many seconds later.
    func adding(seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds.addingClamped(seconds.multipliedClamped(by: 1000)))
    }
}

extension Int64 {
    /// The sum, or the nearest end of the range of 64 bits.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The product, or the nearest end of the range of 64 bits.
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension SystemClock {
    /// Seconds that local time is ahead of UTC at a moment.
    package static func utcOffset(at moment: Timestamp) -> Int64 { utcOffset(atSecond: moment.seconds) }
}

public import AppGroup
import AppGroupPlatform
public import ArgumentParser
import ToolSupport

/// A time span as a person writes it: `30s`, `15m`, `6h`, `1d`. It has a second to a year.
public struct Interval: ExpressibleByArgument, Sendable {
    /// The length of the span.
    public let seconds: Double

    private static let range = 1.0...(365 * 86_400)

    /// Parses a number and a unit; nil for anything else.
    public init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(argument.dropLast()), count > 0,
            Self.range.contains(Double(count) * unit)
        else { return nil }
        seconds = Double(count) * unit
    }

    /// Waits until this span has passed since a moment, by the wall clock, which keeps running while a computer sleeps.
    public func wait(from start: Timestamp, clock: () -> Timestamp = { .now }) {
        while true {
            let passed = Double(clock().milliseconds - start.milliseconds) / 1000
            // If the clock was set back, stop waiting.
            guard passed >= 0, passed < seconds else { return }
            SystemClock.sleep(for: .seconds(min(60, seconds - passed)))
        }
    }
}

import ArgumentParser

/// A time span as a person writes it: `30s`, `15m`, `6h`, `1d`.
struct Interval: ExpressibleByArgument {
    let seconds: Double

    /// Between a second and a year.
    private static let range = 1.0...(365 * 86_400)

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(argument.dropLast()), count > 0,
            Self.range.contains(Double(count) * unit)
        else { return nil }
        seconds = Double(count) * unit
    }
}

import ToolProgram

/// How long a meeting lasts, in whole minutes: a minute to a day.
struct Length: Hashable {
    let minutes: Int

    /// The length of a meeting if none was used before.
    static let usual = Length(minutes: 30)

    private static let range = 1...1440

    private init(minutes: Int) { self.minutes = minutes }

    /// Parses `30m`, `2h`, `1h30m`, or minutes such as `90`.
    init(parsing text: String) throws(ToolError) {
        guard let match = text.wholeMatch(of: /(?:([0-9]{1,2})h)?(?:([0-9]{1,4})m?)?/), !text.isEmpty,
            case let minutes = (match.1.flatMap { Int($0) } ?? 0) * 60 + (match.2.flatMap { Int($0) } ?? 0),
            let length = Length(minutes)
        else {
            throw .unreadable("“\(text)” is not a length from a minute to a day, such as 30m, 1h30m or 90 (minutes).")
        }
        self = length
    }

    /// - Returns: nil if there are too few or too many.
    init?(_ minutes: Int) {
        guard Self.range.contains(minutes) else { return nil }
        self.minutes = minutes
    }

    var seconds: Int64 { Int64(minutes) * 60 }
}

extension Length: CustomStringConvertible {
    /// Such as `30 min`, `2 h` or `1 h 30 min`.
    var description: String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        let parts = [hours > 0 ? "\(hours) h" : nil, rest > 0 ? "\(rest) min" : nil]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}

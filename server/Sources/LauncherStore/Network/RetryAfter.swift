/// How long a server wants to be left alone: the field `Retry-After` in seconds (RFC 9110 section 10.2.3).
///
/// The other form, a date, depends on two clocks and is not read.
struct RetryAfter: Hashable, Sendable {
    let seconds: Int

    /// `nil` for anything but a number of at most nine digits.
    init?(_ field: String?) {
        guard let field, 1...9 ~= field.utf8.count, field.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let seconds = Int(field)
        else { return nil }
        self.seconds = seconds
    }

    var duration: Duration { .seconds(seconds) }

    /// The time in words.
    var phrase: String {
        switch seconds {
        case ..<2: "in a second"
        case ..<120: "in \(seconds) seconds"
        case ..<7200: "in \(seconds / 60) minutes"
        default: "in \(seconds / 3600) hours"
        }
    }
}

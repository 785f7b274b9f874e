import ArgumentParser
import CivilDates
import ToolProgram

/// When a meeting is: the options that several commands share.
struct TimeOptions: ParsableArguments {
    @Option(help: "The time: now, 14:30, tomorrow 9:00 or 2026-11-23T10:00.")
    var at = "now"

    @Option(
        name: .customLong("for"), help: "The length: 30m, 1h30m or 90 (minutes). Without it, the length booked last.")
    var length: String?

    /// How far ahead a time may be, in seconds: a year.
    private static let ahead: Int64 = 366 * 86_400

    /// The time that is meant, in seconds since 1970, in whole minutes.
    func range(_ state: RoomsState, _ clock: Clock) throws -> Range<Int64> {
        let length =
            try length.map { (text) throws(ToolError) in try Length(parsing: text) }
            ?? Length(state.length) ?? .usual
        let phrase = try TimePhrase(parsing: at)
        let moment = try phrase.moment(now: clock.now, zone: clock.zone) { first, second in
            Self.choose(first, second, clock)
        }
        let start = moment - moment % 60
        guard start + length.seconds > clock.now else {
            let hint =
                if case .clock(0, let hour, let minute) = phrase {
                    " For tomorrow: tomorrow \(hour):\(CivilDate.digits(minute, 2))"
                } else { "" }
            throw ToolError.unreadable("\(at) for \(length) is already over.\(hint)")
        }
        guard start < clock.now + Self.ahead else { throw ToolError.unreadable("\(at) is more than a year ahead.") }
        return start..<(start + length.seconds)
    }

    /// Asks which of two moments is meant that clocks show in the same way.
    private static func choose(_ first: Int64, _ second: Int64, _ clock: Clock) -> Int64? {
        let offsets = [first, second].map { Zone.text(ofOffset: clock.zone.offset(at: $0)) }
        let question = "Clocks are set back, so this time comes twice. Which one: "
        switch console.ask("\(question)1 (\(offsets[0])) or 2 (\(offsets[1]))?") {
        case "1", offsets[0]: return first
        case "2", offsets[1]: return second
        default: return nil
        }
    }
}

/// How long to wait for a room's answer.
struct WaitOptions: ParsableArguments {
    @Option(help: "How long to wait for the room's answer, such as 20s.")
    var wait: Interval?

    var seconds: Double { wait?.seconds ?? 20 }
}

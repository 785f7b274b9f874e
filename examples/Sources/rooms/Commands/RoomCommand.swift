import AppGroupText
import ArgumentParser
import ToolProgram

struct RoomCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room",
        abstract: "Show the day of one room."
    )

    @Argument(help: "The room's name, a part of it, or its address.")
    var room: [String]

    @Option(help: "The day: today, tomorrow or a date such as 2026-11-23.")
    var day = "today"

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() async throws {
        Membership.noteOpening()
        let clock = Clock.current
        let state = try Ledger().read()
        let room = try state.room(meaning: room.joined(separator: " "))
        let window = try window(clock)
        let answer = try await ServerConnection(state).server().states(of: [room.address], in: window)[0]
        try Output.write(DayListing(state: answer.availability, zone: room.zone, clock: clock), as: format)
        if let reason = answer.reason { console.say("\(room.name): \(reason)") }
    }

    /// The day from midnight to midnight, which may have 23 or 25 hours.
    private func window(_ clock: Clock) throws -> Range<Int64> {
        let today = clock.zone.localTime(at: clock.now).midnight()
        let midnight: LocalTime
        switch day.lowercased() {
        case "today": midnight = today
        case "tomorrow": midnight = today.midnight(addingDays: 1)
        default:
            guard case .exact(let time, nil)? = try? TimePhrase(parsing: "\(day)T00:00") else {
                throw ToolError.unreadable("“\(day)” is not a day such as today, tomorrow or 2026-11-23.")
            }
            midnight = time
        }
        let edges = [midnight, midnight.midnight(addingDays: 1)].map { time in
            switch clock.zone.occurrence(of: time) {
            case .once(let moment), .twice(let moment, _): moment
            // Somewhere, clocks are set forward at midnight.
            case .never(_, let after): after.seconds - Int64(clock.zone.offset(at: after.seconds))
            }
        }
        return edges[0]..<edges[1]
    }
}

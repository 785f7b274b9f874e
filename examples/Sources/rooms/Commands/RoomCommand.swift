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
        Membership.rooms.noteOpening()
        let clock = Clock.current
        let state = try Ledger().read()
        let room = try state.room(meaning: room.joined(separator: " "))
        let window = try window(clock)
        let answer = try await ServerConnection(state).server().states(of: [room.address], in: window)[0]
        try Output.write(DayListing(state: answer.availability, zone: room.zone, clock: clock), as: format)
        if let reason = answer.reason { console.say("\(room.name): \(reason)") }
    }

    /// The day that is asked for.
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
        return clock.zone.moments(ofDayAt: midnight)
    }
}

import ArgumentParser
import ToolProgram

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print your bookings for a calendar program.",
        discussion:
            "Only bookings that have a room are printed. Times are in UTC. To save them: rooms export --ics >rooms.ics"
    )

    @Flag(help: "Print iCalendar (RFC 5545).")
    var ics = false

    func validate() throws {
        guard ics else { throw ValidationError("Give the format: --ics") }
    }

    func run() throws {
        let bookings = try Ledger().read().bookings.filter(\.status.holdsRoom)
        try Output.write(Calendar.text(of: bookings))
    }
}

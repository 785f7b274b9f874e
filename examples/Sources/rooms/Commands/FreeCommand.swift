import AppGroupText
import ArgumentParser
import ToolProgram

struct FreeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "free",
        abstract: "List the free rooms, those that are free for the shortest time first.",
        discussion: """
            Only your favorite cities are asked, if you have any: see rooms fav.

            If no room is free, the next openings are shown, and the exit status is 66.
            """
    )

    @OptionGroup
    var time: TimeOptions

    @Option(help: "List only rooms in this city.")
    var city: String?

    @Option(help: "List only rooms with at least this many seats.")
    var capacity: Int?

    @Option(help: "List only rooms with this equipment, such as video. May be repeated.")
    var has: [String] = []

    @Flag(help: "Also list the rooms that are busy, until when, and by whom if the server says so.")
    var all = false

    @Option(help: "Send at most this many requests at once: 1 to 10.")
    var jobs = 2

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func validate() throws {
        guard (1...10).contains(jobs) else { throw ValidationError("--jobs takes 1 to 10.") }
        if let capacity, capacity < 1 { throw ValidationError("--capacity takes 1 or more.") }
    }

    func run() async throws {
        Membership.rooms.noteOpening()
        let clock = Clock.current
        let state = try Ledger().read()
        guard state.account != nil else { throw ToolError.notLoggedIn }
        let range = try time.range(state, clock)
        let rooms = try wanted(in: state)
        let server = try ServerConnection(state, jobs: jobs).server()
        let window = range.lowerBound..<(range.lowerBound + AvailabilityWindow.length)
        let states = try await server.states(of: rooms.map(\.address), in: window)
        let table = RoomTable(
            zip(rooms, states).map { (room: $0, state: $1.availability, reason: $1.reason) }, for: range)

        let listing = RoomListing(table, showsAll: all, clock)
        var output = Output()
        try output.print(listing, as: format)
        if format == .table, !table.hasFree { try output.print(OpeningListing(table, clock), as: .table) }
        try output.flush()
        guard table.hasFree else {
            throw ToolError.notFound(
                "No room is free\(place(state)), \(clock.text(range, in: nil))."
                    + (table.openings.isEmpty ? " There is no opening within a day either." : ""))
        }
    }

    /// The rooms that the options select.
    private func wanted(in state: RoomsState) throws(ToolError) -> [KnownRoom] {
        let rooms = try state.rooms(in: city)
        let found = rooms.filter { room in
            (capacity.map { (room.capacity ?? 0) >= $0 } ?? true)
                && has.allSatisfy { wish in room.equipment.contains { $0.lowercased().contains(wish.lowercased()) } }
        }
        guard found.isEmpty else { return found }
        if rooms.isEmpty { throw .notFound("Your favorite cities have no rooms. To list the cities: rooms cities") }
        let isUnknown =
            capacity != nil && rooms.allSatisfy { $0.capacity == nil }
            || !has.isEmpty && rooms.allSatisfy(\.equipment.isEmpty)
        let hint =
            if isUnknown {
                " Servers report neither seats nor equipment: see rooms places import --help"
            } else if city == nil, !state.favorites.isEmpty {
                " For another city: --city CITY"
            } else { "" }
        throw .notFound("No room\(place(state)) matches.\(hint)")
    }

    /// Where rooms are looked for; empty if that is everywhere.
    private func place(_ state: RoomsState) -> String {
        if let city { return " in \(city)" }
        return state.favorites.isEmpty ? "" : " in your favorite cities (\(state.favorites.joined(separator: ", ")))"
    }
}

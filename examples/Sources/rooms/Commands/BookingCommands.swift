import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import ToolProgram

struct MineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mine",
        abstract: "List your bookings, without using the network."
    )

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        Membership.rooms.noteOpening()
        let clock = Clock.current
        let state = try Ledger().read()
        Membership.announce(state, at: clock.now)
        try Output.write(BookingListing(state.bookings, state, clock), as: format)
        guard state.bookings.isEmpty else { return }
        guard state.account != nil else { throw ToolError.notLoggedIn }
        if format == .table { console.say("There are no bookings. To make one: rooms book ROOM") }
    }
}

struct ExtendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Make a booking longer, if its room is free after it."
    )

    @Argument(help: "The booking's id, as rooms mine shows it.")
    var id: String

    @Option(name: .customLong("for"), help: "How much longer: 15m, 1h or 15 (minutes).")
    var length: String

    @OptionGroup
    var waiting: WaitOptions

    func run() async throws {
        let length = try Length(parsing: length)
        let change = try BookingChange(id)
        let server = try change.connection.server()
        let turn = try change.takeTurn()
        let known = try change.booking
        guard known.status.holdsRoom else { throw ToolError.notYet(known) }
        let clock = Clock.current
        let booker = Booker(ledger: change.ledger, server: server)
        let booking = try await booker.refreshed(known)
        guard booking.end.seconds > clock.now else { throw ToolError.unreadable("\(booking.roomName): that is over.") }
        let end = booking.end.seconds
        let window = end..<(end + AvailabilityWindow.length)
        let state = try await server.states(of: [booking.room], in: window)[0]
        switch state.availability.answer(for: end..<(end + length.seconds)) {
        case .free: break
        case .busy(_, let holder):
            let by = holder.map { ", by \($0)" } ?? ""
            throw ToolError.busy("\(booking.roomName) is taken after \(clock.text(end))\(by): nothing was changed.")
        case .unknown:
            throw ToolError.busy(
                "It is unknown whether \(booking.roomName) is free after \(clock.text(end)): nothing was changed.")
        }
        try await booker.setEnd(end + length.seconds, of: booking)
        turn.end()
        let range = booking.range.lowerBound..<(end + length.seconds)
        let answered = try await booker.awaitAnswer(booking.id, seconds: waiting.seconds)
        try BookingReport(phrase: "\(booking.roomName), \(clock.text(range, in: nil))").finish(answered)
    }
}

struct EndCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End a meeting now, and give the rest of its time back."
    )

    @Argument(help: "The booking's id, as rooms mine shows it.")
    var id: String

    func run() async throws {
        let change = try BookingChange(id)
        let server = try change.connection.server()
        let turn = try change.takeTurn()
        let booker = Booker(ledger: change.ledger, server: server)
        let booking = try await booker.refreshed(change.booking)
        let clock = Clock.current
        let end = clock.now - clock.now % 60
        guard clock.now >= booking.start.seconds else {
            throw ToolError.unreadable(
                "\(booking.roomName): the meeting has not begun. To cancel it: rooms cancel \(booking.shortID)")
        }
        // A meeting has at least a minute.
        guard end > booking.start.seconds else {
            throw ToolError.unreadable(
                "\(booking.roomName): the meeting has only just begun. To give the room back: rooms cancel "
                    + booking.shortID)
        }
        guard end < booking.end.seconds else {
            throw ToolError.unreadable("\(booking.roomName): that booking is already over.")
        }
        try await booker.setEnd(end, of: booking)
        turn.end()
        StandardOutput.print("\(booking.roomName) has been free again since \(clock.text(end)).")
    }
}

struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel a booking, and tell the room."
    )

    @Argument(help: "The booking's id, as rooms mine shows it.")
    var id: String

    func run() async throws {
        let change = try BookingChange(id)
        let server = try change.booking.isOnlyHere ? nil : change.connection.server()
        let turn = try change.takeTurn()
        let booking = try change.booking
        if booking.isOnlyHere {
            try change.ledger.change { $0[booking.id] = nil }
        } else {
            do {
                // Written down first, so that rooms sync cancels it if the server can't be reached now.
                try change.ledger.change(booking.id) { if $0.item != nil { $0.status = .canceling } }
                // Another process may have sent it meanwhile.
                let server = try server ?? change.connection.server()
                try await Booker(ledger: change.ledger, server: server).cancel(booking.id)
            } catch let error as ToolError where error.kind == .unavailable {
                console.say(error)
                throw ToolError.busy(
                    "\(booking.roomName) is not canceled yet. To cancel it when the server is back: rooms sync")
            }
        }
        turn.end()
        StandardOutput.print("\(booking.roomName), \(Clock.current.text(booking.range, in: nil)): canceled.")
    }
}

/// A booking that a command is about to change.
struct BookingChange {
    let ledger: Ledger
    let connection: ServerConnection
    private let id: String

    /// - Parameter prefix: The beginning of the booking's id.
    init(_ prefix: String) throws {
        ledger = try Ledger()
        let state = try ledger.read()
        id = state.bookings[try state.index(ofBooking: prefix)].id
        connection = ServerConnection(state)
    }

    /// Takes the turn to change meetings on the server.
    func takeTurn() throws(ToolError) -> ProcessTurn { try ledger.takeTurn() }

    /// The booking as it stands now.
    var booking: Booking {
        get throws(ToolError) {
            let state = try ledger.read()
            return state.bookings[try state.index(ofBooking: id)]
        }
    }
}

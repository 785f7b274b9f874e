import AppGroupCommands
import AppGroupCrypto
import ArgumentParser
import ToolProgram

struct BookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "book",
        abstract: "Book a room, and say whether the room accepted.",
        discussion: """
            The room answers by itself within seconds. If it takes longer, the booking is pending, and rooms sync learns \
            the answer later. Without a network, the booking is queued: it is not booked before rooms sync has sent it.

            The exit status is 0 if the room accepted, waits for approval or has not answered, and 75 if it declined \
            or is taken, or if the booking is queued.
            """
    )

    @Argument(help: "The room's name, a part of it, or its address.")
    var room: [String]

    @OptionGroup
    var time: TimeOptions

    @Option(help: "What the meeting is about. Others can see it.")
    var subject = "Meeting"

    @OptionGroup
    var waiting: WaitOptions

    func run() async throws { try await run(asks: false) }

    /// - Parameter asks: Whether to ask before anything is booked: links do.
    func run(asks: Bool) async throws {
        Membership.rooms.noteOpening()
        let clock = Clock.current
        let ledger = try Ledger()
        let state = try ledger.read()
        let room = try state.room(meaning: room.joined(separator: " "))
        let range = try time.range(state, clock)
        let phrase = "\(room.name), \(clock.text(range, in: room.zone))"
        if asks, !console.confirm("Book \(phrase)?") {
            throw ToolError.unreadable(
                console.canAsk
                    ? "Nothing was booked." : "Nothing was booked: a link asks you first, and you can't be asked here.")
        }
        guard state.account != nil else { throw ToolError.notLoggedIn }
        let booking = Booking(
            id: Self.randomID(), room: room.address, roomName: room.name, subject: subject,
            start: Moment(seconds: range.lowerBound), end: Moment(seconds: range.upperBound), status: .queued,
            created: Moment(ledger.clock()))
        try await book(booking, phrase, ServerConnection(state), ledger, clock)
    }

    private func book(
        _ booking: Booking, _ phrase: String, _ connection: ServerConnection, _ ledger: Ledger, _ clock: Clock
    ) async throws {
        let server = try connection.server()
        let turn = try ledger.takeTurn()
        let queued = ToolError.busy("\(phrase): queued, not booked. To send it: rooms sync")
        let booker = Booker(ledger: ledger, server: server)
        do {
            let window = booking.range.lowerBound..<(booking.range.lowerBound + AvailabilityWindow.length)
            let state = try await server.states(of: [booking.room], in: window)[0]
            if let refusal = refusal(of: booking, state, clock) { throw refusal }
            try refuseTwice(booking, phrase, ledger)
        } catch let error as ToolError where error.kind == .unavailable {
            console.say(error)
            try refuseTwice(booking, phrase, ledger)
            try keep(booking, ledger)
            throw queued
        }
        try keep(booking, ledger)
        let sent = try await booker.send(booking.id)
        turn.end()
        guard sent.status != .queued else { throw queued }
        let answered = try await booker.awaitAnswer(booking.id, seconds: waiting.seconds)
        try BookingReport(phrase: phrase).finish(answered)
    }

    /// Refuses a booking if another one waits for the same room: until the room has answered, the server calls it free.
    private func refuseTwice(_ booking: Booking, _ phrase: String, _ ledger: Ledger) throws {
        let waiting: [Booking.Status] = [.queued, .sending, .pending]
        let earlier = try ledger.read().bookings.first {
            $0.room == booking.room && $0.range.overlaps(booking.range) && waiting.contains($0.status)
        }
        guard let earlier else { return }
        let id = earlier.shortID
        let which = earlier.range == booking.range ? "you have booked this already" : "a booking of yours overlaps"
        throw ToolError.busy(
            "\(phrase): \(which) (\(id), \(earlier.status.phrase)). To learn the room's answer: rooms sync; to take the booking "
                + "back: rooms cancel \(id)")
    }

    /// Writes down a booking. Its length is the default for the next one.
    private func keep(_ booking: Booking, _ ledger: Ledger) throws {
        try ledger.change { state in
            state.bookings.append(booking)
            state.length = booking.range.count / 60
        }
    }

    /// Why a booking is not possible; nil if it may be.
    private func refusal(of booking: Booking, _ state: RoomState, _ clock: Clock) -> ToolError? {
        if state.isMissing, let reason = state.reason { return .notFound("\(booking.roomName): \(reason)") }
        let availability = state.availability
        guard case .busy(let end, let holder) = availability.answer(for: booking.range) else { return nil }
        let (until, by) = (end.map { " until \(clock.text($0))" } ?? "", holder.map { ", by \($0)" } ?? "")
        guard let start = availability.firstTaken(in: booking.range), let length = Length(booking.range.count / 60),
            let free = Length(Int(start - booking.range.lowerBound) / 60)
        else { return .busy("\(booking.roomName) is taken\(until)\(by).") }
        let wish = "\(length)" + (time.length == nil ? ", the length booked last" : "")
        return .busy(
            "\(booking.roomName) is not free for all of \(clock.text(booking.range, in: nil)) (\(wish)): it is taken from "
                + "\(clock.text(start))\(until)\(by). To book less: --for \(free.minutes)m")
    }

    /// 128 random bits, in hexadecimal digits.
    private static func randomID() -> String { SecureRandom.bytes(16).hexadecimal }
}

/// Says how a booking ended.
struct BookingReport {
    /// The room and the time.
    let phrase: String

    /// Prints where the booking stands.
    ///
    /// - Throws: An error with status 75 if the room declined.
    func finish(_ booking: Booking) throws {
        let id = booking.shortID
        switch booking.status {
        case .declined:
            let reason = booking.reason.map { " It says: \($0)" } ?? ""
            throw ToolError.busy("\(phrase): declined.\(reason) To remove it from your calendar: rooms cancel \(id)")
        case .pending:
            StandardOutput.print("\(phrase): pending, the room has not answered yet (\(id)). To ask again: rooms sync")
        default:
            StandardOutput.print("\(phrase): \(booking.status.phrase) (\(id))")
        }
    }
}

import AppGroup
import ToolProgram
import ToolSupport

/// Makes the bookings and the user's calendar on the server agree.
struct Synchronizer {
    let ledger: Ledger
    /// Makes a client for the account, and asks for its password if need be. It is called before this process has its turn, since
    /// other processes must not wait for an answer to that question.
    let connect: (RoomsState) throws -> ExchangeClient
    /// Gets a sentence for each thing that changed.
    let report: (String) -> Void

    /// How far ahead meetings are looked for, in seconds: most rooms can be booked half a year ahead.
    private static let ahead: Int64 = 200 * 86_400
    /// How long a booking is kept after its end, in seconds.
    private static let behind: Int64 = 86_400

    private var now: Int64 { ledger.clock().seconds }

    /// Compares everything. If another process is doing that, waits for it and takes its result.
    func run() async throws -> RoomsState {
        let before = try ledger.read()
        let server = try connect(before)
        let turn = try ledger.takeTurn()
        defer { turn.end() }
        let state = try ledger.read()
        guard state.account == before.account else {
            throw ToolError.busy("Another process of rooms has just logged in or out. Try again.")
        }
        if !turn.hasWaited || state.syncs == before.syncs {
            let booker = Booker(ledger: ledger, server: server, report: report)
            let refusal = try await sendRest(booker, server)
            try await compare(booker, server)
            try ledger.change { $0.syncs += 1 }
            if let refusal {
                _ = try tell()
                throw refusal
            }
        }
        return try tell()
    }

    /// Finishes what a killed process began, and what waited for the network.
    ///
    /// - Returns: Why the server refused a booking, the first one if there are several. The others don't wait for it.
    private func sendRest(_ booker: Booker, _ server: ExchangeClient) async throws -> ToolError? {
        var refusal: ToolError?
        for booking in try ledger.read().bookings {
            do { try await finish(booking, booker, server) } catch let error as ToolError where error.concernsOneBooking
            {
                refusal = refusal ?? error
            }
        }
        return refusal
    }

    private func finish(_ booking: Booking, _ booker: Booker, _ server: ExchangeClient) async throws {
        switch booking.status {
        case .sending:
            if let meeting = try await booker.find(booking.id) {
                try ledger.change(booking.id) { $0.note(meeting) }
            } else {
                try await send(booking, booker, server)
            }
        case .queued: try await send(booking, booker, server)
        case .canceling:
            do { try await booker.cancel(booking.id) } catch let error as ToolError {
                throw ToolError(error.kind, "\(booking.shortID) \(booking.roomName) is not canceled yet: \(error)")
            }
            report("\(booking.shortID) \(booking.roomName) is canceled.")
        case .pending, .accepted, .tentative:
            if let change = booking.endChange { try await booker.finish(change, of: booking) }
        case .declined: break
        }
    }

    /// Sends a booking if its room exists and is still free.
    private func send(_ booking: Booking, _ booker: Booker, _ server: ExchangeClient) async throws {
        guard booking.end.seconds > now else {
            try ledger.change { $0[booking.id] = nil }
            return report("\(booking.shortID) \(booking.roomName) was not booked: its time is over.")
        }
        let window = booking.range.lowerBound..<(booking.range.lowerBound + AvailabilityWindow.length)
        let state = try await server.states(of: [booking.room], in: window)[0]
        let refusal: String? =
            switch state.availability.answer(for: booking.range) {
            case _ where state.isMissing: "the server has no such room"
            case .busy: "the room was taken before the booking could be sent"
            case .free, .unknown: nil
            }
        if let refusal {
            return try ledger.change(booking.id) {
                ($0.status, $0.reason, $0.untold) = (.declined, refusal, Moment(ledger.clock()))
            }
        }
        if try await booker.send(booking.id).status == .queued {
            throw ToolError.unavailable("The server can't be reached: \(booking.roomName) is still queued, not booked.")
        }
        report("\(booking.shortID) \(booking.roomName) was sent.")
    }

    /// Takes over what the server says about our meetings.
    private func compare(_ booker: Booker, _ server: ExchangeClient) async throws {
        let before = try ledger.read()
        let window = (now - Self.behind)..<(now + Self.ahead)
        let ours = try await server.meetings(in: window).filter { $0.id != nil }
        // A series has many times, and only the answers to one of them matter.
        let chosen = Dictionary(grouping: ours, by: \.id).flatMap { id, meetings in
            meetings.ofBooking(id.flatMap { before[$0] }, at: now)
        }.map(\.item)
        // The view has at most a thousand meetings, so those that it lacks are asked for one by one.
        let others = before.bookings.compactMap(\.item).filter { !chosen.contains($0) }
        let seen = try await server.meetings(items: chosen + others).compactMap(\.self)
        var byID: [String: ServerMeeting] = [:]
        for (id, meetings) in Dictionary(grouping: seen, by: \.id) {
            guard let id else { continue }
            byID[id] = try await booker.unite(meetings, of: before[id])
        }
        var reasons: [String: String] = [:]
        for booking in before.bookings where booking.status != .declined || booking.reason == nil {
            guard let meeting = byID[booking.id] else { continue }
            var changed = booking
            changed.note(meeting)
            if changed.status == .declined { reasons[booking.id] = try? await server.reason(ofDecline: changed) }
        }
        try ledger.change { state in
            // They are sorted each time that they are asked for.
            let rooms = state.rooms
            for (id, meeting) in byID { state.note(meeting, id: id, reason: reasons[id], among: rooms, at: now) }
            for booking in state.bookings {
                if booking.item != nil, byID[booking.id] == nil, before[booking.id]?.item != nil {
                    state[booking.id] = nil
                    report("\(booking.shortID) \(booking.roomName) is no longer in your calendar.")
                } else if booking.end.seconds < window.lowerBound {
                    state[booking.id] = nil
                }
            }
        }
    }

    /// Shows what rooms have answered on the desktop, even if a killed process found it.
    private func tell() throws -> RoomsState {
        let state = try ledger.read()
        let untold = state.bookings.filter { $0.untold != nil }
        // The clock says so on standard error if TZ names no zone, which only matters to a time that is shown.
        guard !untold.isEmpty else { return state }
        let (notifier, clock) = (Notifier(program: "Rooms"), Clock.local(at: ledger.clock()))
        for booking in untold {
            report("\(booking.shortID) \(booking.roomName): \(booking.outcome)")
            notifier.show("\(booking.roomName), \(clock.text(booking.range, in: nil))", booking.outcome)
            try ledger.change(booking.id) { if $0.status == booking.status { $0.untold = nil } }
        }
        return try ledger.read()
    }
}

extension RoomsState {
    /// Takes over what the server says about one of our meetings, even one that another machine booked.
    fileprivate mutating func note(
        _ meeting: ServerMeeting, id: String, reason: String?, among rooms: [KnownRoom], at now: Int64
    ) {
        let known = self[id]
        let address = known?.room ?? meeting.answers?.keys.sorted().first
        guard let address else { return }
        let name = rooms.first { $0.address.lowercased() == address.lowercased() }?.name
        var booking =
            known
            ?? Booking(
                id: id, room: address, roomName: name ?? address, subject: meeting.subject,
                start: Moment(seconds: meeting.range.lowerBound), end: Moment(seconds: meeting.range.upperBound),
                status: .pending, created: Moment(seconds: now))
        booking.follow(meeting, among: rooms)
        booking.note(meeting)
        booking.subject = meeting.subject
        booking.reason = booking.status == .declined ? reason ?? booking.reason : nil
        if meeting.hasNoRoom, booking.status.holdsRoom {
            (booking.status, booking.reason) = (.declined, "the room was taken out of the meeting")
        }
        if let known {
            let hasAnswer = [.accepted, .declined, .tentative].contains(booking.status)
            if known.status != booking.status && hasAnswer || known.room != booking.room {
                booking.untold = Moment(seconds: now)
            }
        }
        self[id] = booking
    }
}

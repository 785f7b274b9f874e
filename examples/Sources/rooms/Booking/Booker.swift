import AppGroup
import ToolProgram
import ToolSupport

/// Books one room, and changes or cancels what was booked.
///
/// A booking is written down before it is sent, with a random id that the server keeps. If the answer is lost, or if the server
/// failed inside, the next step is to look for that id, never to send blindly.
struct Booker {
    let ledger: Ledger
    let server: ExchangeClient
    /// Gets a sentence for each thing that is found or changed without the user's request.
    var report: (String) -> Void = { console.say($0) }

    /// How often a booking is sent if the server turns out not to have it.
    private static let attempts = 3

    /// How long the server may take with a request whose answer was lost.
    private static let settling = Duration.seconds(2)

    private var now: Int64 { ledger.clock().seconds }

    /// Sends a booking that is written down. The caller has the turn.
    ///
    /// - Returns: The booking as it stands then: pending, or queued if the server is out of reach.
    func send(_ id: String) async throws -> Booking {
        var failure: ToolError?
        for _ in 0..<Self.attempts {
            let booking = try mark(id)
            let item: String
            do throws(ServerFailure) {
                item = try await server.create(booking)
            } catch {
                failure = error.error
                switch error.extent {
                case .notSent:
                    try ledger.change(id) { $0.status = .queued }
                    return try known(id)
                case .refused:
                    if error.error.concernsOneBooking {
                        try ledger.change { $0[id] = nil }
                        throw ToolError(error.error.kind, "\(booking.roomName) was not booked: \(error.error)")
                    }
                    try ledger.change(id) { $0.status = .queued }
                    throw ToolError(
                        error.error.kind,
                        "\(booking.roomName) is queued, not booked: rooms sync sends it. \(error.error)")
                case .lost:
                    guard let meeting = try await findLost(id) else { continue }
                    item = meeting.item
                }
            }
            return try settle(id, item: item)
        }
        let last = failure ?? .unavailable("The server can't be reached.")
        throw ToolError(
            last.kind,
            """
            \(last) The server was asked \(Self.attempts) times, and doesn't have the booking \(id.prefix(6)) so far. \
            To try again: rooms sync; to give it up: rooms cancel \(id.prefix(6))
            """)
    }

    /// Looks for a booking whose answer was lost. The server may still be working on it.
    func find(_ id: String) async throws -> ServerMeeting? {
        if let meeting = try await single(id) { return meeting }
        try await Task.wait(for: Self.settling)
        return try await single(id)
    }

    /// The same for a booking that was sent just now.
    private func findLost(_ id: String) async throws -> ServerMeeting? {
        do { return try await find(id) } catch let error as ToolError {
            throw ToolError(
                error.kind,
                "\(error) It is unknown whether the server has the booking \(id.prefix(6)). To find out: rooms sync")
        }
    }

    /// The meeting of a booking, if the server has it by now.
    private func single(_ id: String) async throws -> ServerMeeting? {
        let booking = try known(id)
        let found = try await server.meetings(id: id).ofBooking(booking, at: now)
        guard found.count > 1 else { return try await bookedTime(of: found.first, booking) }
        return try await unite(server.meetings(items: found.map(\.item)).compactMap(\.self), of: booking)
    }

    /// The meeting of a booking as the server has it now; nil if it is gone.
    private func meeting(of booking: Booking, _ item: String) async throws(ToolError) -> ServerMeeting? {
        try await bookedTime(of: server.meetings(items: [item])[0], booking)
    }

    /// The time that was booked, if the user has made a series of the meeting: the whole series keeps the meeting's item.
    private func bookedTime(
        of meeting: ServerMeeting?, _ booking: Booking
    ) async throws(ToolError) -> ServerMeeting? {
        guard let meeting, meeting.isSeries else { return meeting }
        let times = try await server.meetings(in: booking.range).filter { $0.id == booking.id }
        return times.ofBooking(booking, at: now).first
    }

    /// The meeting of a booking, among those that have its id, with the answers of their rooms. If it has duplicates, which two
    /// requests at once could cause, the one that its room accepted stays, and the others are deleted.
    func unite(_ meetings: [ServerMeeting], of booking: Booking?) async throws -> ServerMeeting? {
        let equal = meetings.ofBooking(booking, at: now)
        guard let kept = equal.first(where: { $0.answers?.values.contains(.accepted) == true }) ?? equal.first else {
            return nil
        }
        for extra in equal where extra.item != kept.item {
            try await delete(extra.item)
            report(
                "“\(extra.subject)” was in your calendar twice, as two requests had reached the server: one was canceled."
            )
        }
        return kept
    }

    /// Writes down that a booking is about to be sent.
    private func mark(_ id: String) throws -> Booking {
        try ledger.change(id) { $0.status = .sending }
        return try known(id)
    }

    private func settle(_ id: String, item: String) throws -> Booking {
        try ledger.change(id) {
            $0.item = item
            $0.status = .pending
        }
        return try known(id)
    }

    private func known(_ id: String) throws -> Booking {
        guard let booking = try ledger.read()[id] else {
            throw ToolError.notFound("The booking \(id.prefix(6)) was canceled meanwhile.")
        }
        return booking
    }

    /// Waits until the room answers, or until the time is over.
    ///
    /// - Returns: The booking as it stands then.
    func awaitAnswer(_ id: String, seconds: Double) async throws -> Booking {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var pause = Duration.seconds(0.2)
        while true {
            var booking = try known(id)
            guard booking.status == .pending, let item = booking.item else { return booking }
            let meeting: ServerMeeting?
            do throws(ToolError) {
                meeting = try await server.meetings(items: [item])[0]
            } catch {
                guard error.isTemporary else { throw error }
                // The server has the booking. Only the answer of its room is unknown.
                console.say(error)
                return booking
            }
            if let meeting {
                var changed = booking
                changed.note(meeting)
                if changed.status == .declined { changed.reason = try? await server.reason(ofDecline: changed) }
                if changed != booking {
                    let (status, reason) = (changed.status, changed.reason)
                    // It may have been canceled meanwhile.
                    try ledger.change(id) { if $0.status == .pending { ($0.status, $0.reason) = (status, reason) } }
                    booking = changed
                }
            }
            let rest = ContinuousClock.now.duration(to: deadline)
            guard booking.status == .pending, rest > .zero else { return booking }
            try await Task.wait(for: min(pause, rest))
            pause = min(.seconds(2), pause * 1.5)
        }
    }

    /// A booking with the times and the room that the server has now: another program may have moved it. The caller has the turn.
    func refreshed(_ booking: Booking) async throws -> Booking {
        guard let item = booking.item else { throw ToolError.notYet(booking) }
        guard let meeting = try await meeting(of: booking, item) else {
            throw ToolError.notFound(
                "\(booking.shortID) \(booking.roomName) is no longer in your calendar. To update the list: rooms sync")
        }
        guard !meeting.hasNoRoom else {
            throw ToolError.notFound(
                "\(booking.shortID): \(booking.roomName) was taken out of the meeting. To update the list: rooms sync")
        }
        let rooms = try ledger.read().rooms
        try ledger.change(booking.id) {
            $0.item = meeting.item
            $0.follow(meeting, among: rooms)
            ($0.start, $0.end) = (Moment(seconds: meeting.range.lowerBound), Moment(seconds: meeting.range.upperBound))
        }
        return try known(booking.id)
    }

    /// Moves the end of a booking. The caller has the turn.
    ///
    /// The new end is written down before it is sent, so that `rooms sync` finishes what this process doesn't.
    ///
    /// - Parameter booking: What ``refreshed(_:)`` has returned.
    func setEnd(_ end: Int64, of booking: Booking) async throws {
        guard let item = booking.item else { throw ToolError.notYet(booking) }
        let old = booking.endChange?.old ?? booking.end
        // Others may have what comes after the end that the room knows, and a room that declines a time gives up all of it.
        guard booking.endChange == nil || end <= old.seconds else {
            throw ToolError.busy(
                "\(booking.roomName) may not know the end of \(booking.shortID) that your calendar has. To tell it: rooms sync"
            )
        }
        try ledger.change(booking.id) { $0.endChange = EndChange(old: old, new: Moment(seconds: end)) }
        do throws(ServerFailure) { try await tell(end, of: booking, item) } catch {
            guard error.extent == .lost else {
                // An earlier change may still be unfinished.
                try ledger.change(booking.id) { $0.endChange = booking.endChange }
                throw error.error
            }
            throw ToolError(
                error.error.kind,
                """
                \(error.error) It is unknown whether \(booking.roomName) knows the new end, even if your calendar shows it. To \
                find out, and to tell the room: rooms sync; to give the booking up: rooms cancel \(booking.shortID)
                """)
        }
        try settleEnd(end, of: booking)
    }

    /// Sets the end of a meeting, and sets it again if the answer is lost, or if the server fails inside: the end in the calendar
    /// doesn't show whether the room knows it, but setting it once more tells the room.
    ///
    /// - Parameter booking: Its end is what the calendar had before.
    private func tell(_ end: Int64, of booking: Booking, _ item: String) async throws(ServerFailure) {
        for attempt in 1...Self.attempts {
            do throws(ServerFailure) { return try await server.setEnd(end, of: item) } catch {
                guard attempt > 1 || error.extent == .lost else { throw error }
                // Whatever the last attempt has done, an earlier one may have changed the meeting.
                guard attempt < Self.attempts, error.extent == .lost else {
                    throw ServerFailure(extent: .lost, error: error.error)
                }
            }
            do throws(ToolError) {
                try await Task.wait(for: Self.settling)
                guard let meeting = try await meeting(of: booking, item),
                    [booking.end.seconds, end].contains(meeting.range.upperBound)
                else { throw ToolError.busy("Another program has just changed the meeting.") }
            } catch {
                throw ServerFailure(extent: .lost, error: error)
            }
        }
    }

    /// Writes down that the room has been told an end.
    private func settleEnd(_ end: Int64, of booking: Booking) throws {
        try ledger.change(booking.id) {
            ($0.end, $0.endChange) = (Moment(seconds: end), nil)
            if $0.status == .accepted { $0.status = .pending }
        }
    }

    /// Tells the room of a booking the new end of an unfinished change, if the calendar has that end and the room has the time.
    /// The caller has the turn.
    func finish(_ change: EndChange, of booking: Booking) async throws {
        // If the meeting is gone, or has no room, the comparison that follows says so.
        guard let item = booking.item, let meeting = try await meeting(of: booking, item, endingAt: change.new),
            !meeting.hasNoRoom
        else { return try ledger.change(booking.id) { $0.endChange = nil } }
        var booking = booking
        booking.follow(meeting, among: try ledger.read().rooms)
        (booking.start, booking.end) = (Moment(seconds: meeting.range.lowerBound), change.new)
        let name = "\(booking.shortID) \(booking.roomName)"
        guard meeting.range.upperBound == change.new.seconds else {
            try ledger.change(booking.id) { $0.endChange = nil }
            return report("Your calendar doesn't have the new end of \(name), so the room was told nothing.")
        }
        guard try await canHave(change, booking) else { return }
        do throws(ServerFailure) { try await tell(change.new.seconds, of: booking, meeting.item) } catch {
            guard error.extent == .refused, error.error.concernsOneBooking else {
                throw ToolError(error.error.kind, "\(name) does not know its new end yet: \(error.error)")
            }
            try ledger.change(booking.id) { $0.endChange = nil }
            throw ToolError(
                error.error.kind,
                "\(name) could not be told the new end, so your calendar may be wrong: \(error.error)")
        }
        try settleEnd(change.new.seconds, of: booking)
        report("\(name) has been told the new end.")
    }

    /// The meeting of a booking, which the server may still be changing.
    private func meeting(
        of booking: Booking, _ item: String, endingAt end: Moment
    ) async throws(ToolError) -> ServerMeeting? {
        if let meeting = try await meeting(of: booking, item), meeting.range.upperBound == end.seconds {
            return meeting
        }
        try await Task.wait(for: Self.settling)
        return try await meeting(of: booking, item)
    }

    /// Whether the room can have a booking with its new end. If others have that time, it would decline the meeting, and give up
    /// all of it. Then the user is told, and the change is over unless the next sync may learn more.
    private func canHave(_ change: EndChange, _ booking: Booking) async throws -> Bool {
        let (start, old, new) = (booking.start.seconds, change.old.seconds, change.new.seconds)
        guard new > old else { return true }
        let window = start..<max(start + AvailabilityWindow.length, new)
        let state = try await server.states(of: [booking.room], in: window)[0]
        let name = "\(booking.shortID) \(booking.roomName)"
        let text = Clock.local(at: ledger.clock()).text(old)
        switch state.availability.answer(for: old..<new) {
        case .free: return true
        case .busy where state.meetings.contains(start..<new): report("\(name) knows the new end.")
        case .busy(_, let holder):
            let by = holder.map { ", by \($0)" } ?? ""
            report(
                """
                \(name) is taken after \(text)\(by), so the room was not told the new end. Your calendar is wrong: set the end \
                there to \(text).
                """)
        case .unknown:
            report(
                """
                It is unknown whether \(name) is free after \(text), so the room was not told the new end, and your calendar may \
                be wrong. To try again: rooms sync
                """)
            return false
        }
        try ledger.change(booking.id) { $0.endChange = nil }
        return false
    }

    /// Cancels a booking. The caller has the turn.
    ///
    /// - Throws: An error with status 69 if the server is out of reach; `rooms sync` cancels it then.
    func cancel(_ id: String) async throws {
        let before = try known(id)
        guard before.status != .queued else {
            try ledger.change { $0[id] = nil }
            return
        }
        try ledger.change(id) { $0.status = .canceling }
        let meeting = if let item = before.item { try await meeting(of: before, item) } else { try await find(id) }
        if let meeting { try await delete(meeting.item) }
        try ledger.change { $0[id] = nil }
    }

    private func delete(_ item: String) async throws {
        do throws(ServerFailure) { try await server.delete(item: item) } catch { throw error.error }
    }
}

extension Booking {
    /// Takes over the room of the meeting if another program has moved it to another known room. An address that no known room has
    /// is the primary one of the room that was booked.
    mutating func follow(_ meeting: ServerMeeting, among rooms: [KnownRoom]) {
        guard let address = meeting.onlyAnswer?.room, address != room.lowercased(),
            let other = rooms.first(where: { $0.address.lowercased() == address })
        else { return }
        (room, roomName) = (other.address, other.name)
    }

    /// Takes over what the server says. A booking that is to be canceled stays so.
    mutating func note(_ meeting: ServerMeeting) {
        item = meeting.item
        (start, end) = (Moment(seconds: meeting.range.lowerBound), Moment(seconds: meeting.range.upperBound))
        if status != .canceling, let answer = meeting.answer(of: room) { status = answer }
        if status == .sending { status = .pending }
    }
}

extension ToolError {
    static func notYet(_ booking: Booking) -> ToolError {
        .busy("The server doesn't have \(booking.shortID) yet (\(booking.status.phrase)). Try rooms sync first.")
    }

    /// Whether it is what the server says about this very booking, which ends it, unlike a wrong password or a busy server.
    var concernsOneBooking: Bool { [.unreadable, .protocolBroken].contains(kind) }
}

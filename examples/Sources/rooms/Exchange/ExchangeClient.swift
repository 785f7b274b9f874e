import EWS
import ToolProgram

/// A client of an Exchange server, through Exchange Web Services. The server is left alone as long as it wishes, by all
/// processes. Requests that only read throw ``ToolError``.
struct ExchangeClient {
    let client: EWSClient
    let account: Account
    let backOff: BackOff
    /// Where it is remembered if the server refuses the password; nil for nowhere.
    var refusal: RefusedPassword?

    /// How often a busy server is asked.
    private static let attempts = 6

    // MARK: Reading

    /// All rooms of all lists, without those of lists that the server has, but can't read, as long as there are others.
    ///
    /// - Parameter reading: Called when the server has let the user in.
    func rooms(reading: () -> Void) async throws -> [Room] {
        let lists = try await calling { () async throws(EWSError) in try await client.roomLists() }
        reading()
        var rooms: [Room] = []
        var known: Set<String> = []
        var failures: [ToolError] = []
        for list in lists {
            let found: [Mailbox]
            do throws(ToolError) {
                found = try await calling { () async throws(EWSError) in try await client.rooms(in: list.address) }
            } catch {
                guard error.kind == .protocolBroken else { throw error }
                console.say("The rooms of the list \(list.name) can't be read: \(error)")
                failures.append(error)
                continue
            }
            for room in found where known.insert(room.address.description.lowercased()).inserted {
                rooms.append(Room(address: room.address.description, name: room.name, list: list.name))
            }
        }
        if let failure = failures.first, failures.count == lists.count { throw failure }
        return rooms
    }

    /// What is known about the time of rooms, in their order.
    func states(of addresses: [String], in window: Range<Int64>) async throws -> [RoomState] {
        let mailboxes = addresses.map { EmailAddress($0) }
        let question = AvailabilityQuestion(
            mailboxes.compactMap(\.self), from: EWSTime(seconds: Int(window.lowerBound)),
            to: EWSTime(seconds: Int(window.upperBound)), slotMinutes: Int(AvailabilityWindow.slot / 60))
        let answers = try await calling { () async throws(EWSError) in try await client.availability(question) }
        var rest = answers[...]
        return mailboxes.map { mailbox in
            guard mailbox != nil, let answer = rest.popFirst() else {
                return RoomState(availability: .unknown(in: window), reason: "The server said nothing about it.")
            }
            switch answer.answer {
            case .success(let times):
                return RoomState(
                    availability: Availability(window: window, times.spans(in: window)),
                    meetings: times.held.map(\.range))
            case .failure(let error):
                return RoomState(
                    availability: .unknown(in: window), reason: error.description,
                    isMissing: error.code == .mailRecipientNotFound)
            }
        }
    }

    /// The meetings that have this id of ours, without the answers of rooms: the booking, and copies that the user has made.
    func meetings(id: String) async throws -> [ServerMeeting] {
        try await calling { () async throws(EWSError) in try await client.items(tagged: id) }.map(ServerMeeting.init)
    }

    /// The meetings of the user's calendar in a window, without the answers of rooms.
    func meetings(in window: Range<Int64>) async throws(ToolError) -> [ServerMeeting] {
        let (start, end) = (EWSTime(seconds: Int(window.lowerBound)), EWSTime(seconds: Int(window.upperBound)))
        return try await calling { () async throws(EWSError) in try await client.calendar(from: start, to: end) }
            .map(ServerMeeting.init)
    }

    /// Meetings with the answers of their rooms, in this order; nil for one that is gone.
    func meetings(items: [String]) async throws(ToolError) -> [ServerMeeting?] {
        var meetings: [ServerMeeting?] = []
        for item in items { meetings.append(try await self.item(item).map(ServerMeeting.init)) }
        return meetings
    }

    /// Why a room declined a meeting, from its mail; nil if there is none, or if it says nothing.
    func reason(ofDecline booking: Booking) async throws -> String? {
        // The server's clock may be behind.
        let start = EWSTime(seconds: Int(booking.created.seconds) - 600)
        let replies = try await calling { () async throws(EWSError) in try await client.replies(since: start) }
        let declines = replies.filter {
            $0.response == .declined && ($0.meeting == nil || $0.meeting?.id == booking.item)
        }
        // A room that was booked under another address of its own answers from its primary one.
        let reply =
            declines.first { $0.from?.address.description.lowercased() == booking.room.lowercased() }
            ?? declines.first { $0.meeting != nil }
        return reply.flatMap { Self.sentence($0.text) }
    }

    /// The beginning of a mail as one line; nil if there is none.
    private static func sentence(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        guard !words.isEmpty else { return nil }
        return words.count <= 300 ? words : "\(words.prefix(299))…"
    }

    // MARK: Changing

    /// Puts a meeting into the user's calendar and invites its room.
    ///
    /// - Returns: The server's own id of it.
    func create(_ booking: Booking) async throws(ServerFailure) -> String {
        guard let room = EmailAddress(booking.room) else {
            throw ServerFailure(extent: .refused, error: .unreadable("“\(booking.room)” is not a mail address."))
        }
        return try await changing { () async throws(EWSError) in
            let draft = MeetingDraft(
                subject: booking.subject, tag: booking.id, start: EWSTime(seconds: Int(booking.start.seconds)),
                end: EWSTime(seconds: Int(booking.end.seconds)), rooms: [room], location: booking.roomName)
            return try await client.create(draft).id
        }
    }

    /// Moves the end of a meeting, and tells its room.
    func setEnd(_ end: Int64, of item: String) async throws(ServerFailure) {
        try await changing(mayRepeat: true) { () async throws(EWSError) in
            // A change needs the newest change key.
            let id = try await client.item(ItemID(id: item)).id
            _ = try await client.update(id, MeetingChange(end: EWSTime(seconds: Int(end))))
        }
    }

    /// Deletes a meeting, and tells its room. A meeting that is gone is no failure.
    func delete(item: String) async throws(ServerFailure) {
        try await changing(mayRepeat: true) { () async throws(EWSError) in
            do throws(EWSError) { try await client.delete(ItemID(id: item)) } catch {
                guard error.response?.code == .itemNotFound else { throw error }
            }
        }
    }

    // MARK: Calling

    private func item(_ item: String) async throws(ToolError) -> CalendarItem? {
        try await calling { () async throws(EWSError) in
            do throws(EWSError) { return try await client.item(ItemID(id: item)) } catch {
                guard error.response?.code == .itemNotFound else { throw error }
                return nil
            }
        }
    }

    private func calling<Answer>(_ call: () async throws(EWSError) -> Answer) async throws(ToolError) -> Answer {
        do throws(CallFailure) { return try await patiently(mayRepeat: true, call) } catch { throw error.error }
    }

    private func changing<Answer>(
        mayRepeat: Bool = false, _ call: () async throws(EWSError) -> Answer
    ) async throws(ServerFailure) -> Answer {
        do throws(CallFailure) { return try await patiently(mayRepeat: mayRepeat, call) } catch {
            let extent: ServerFailure.Extent =
                switch error.cause {
                case let cause? where cause.isUncertain: .lost
                case let cause? where cause.code == .unreachable: .notSent
                default: .refused
                }
            throw ServerFailure(extent: extent, error: error.error)
        }
    }

    /// Why a call failed: what the user reads, and what the library says if the server was asked. If an earlier attempt may have
    /// changed something, and no later one has succeeded, that is from the earlier one.
    private struct CallFailure: Error {
        let error: ToolError
        var cause: EWSError?
    }

    /// Calls when the server may be asked. A server that is too busy is asked again when it wishes.
    ///
    /// - Parameter mayRepeat: Whether a second call does no harm if the server has done a part of the first one.
    private func patiently<Answer>(
        mayRepeat: Bool, _ call: () async throws(EWSError) -> Answer
    ) async throws(CallFailure) -> Answer {
        var waited: Int64 = 0
        var attempt = 0
        var uncertain: EWSError?
        while true {
            do throws(ToolError) { try await backOff.waitForEnd(waited: &waited) } catch {
                throw CallFailure(error: error, cause: uncertain)
            }
            do throws(EWSError) {
                let answer = try await call()
                // If it can't be removed, that is tried again after the next call.
                try? refusal?.forget()
                return answer
            } catch {
                attempt += 1
                // A password that the server has taken before is right. If the refusal can't be written, another process tries the
                // password once more.
                if error.code == .wrongPassword, !client.hasLoggedIn { try? refusal?.note() }
                if error.isUncertain { uncertain = error }
                let failure = CallFailure(error: ToolError(error, account), cause: uncertain ?? error)
                guard error.code == .busy else { throw failure }
                // Other processes obey it, too, even if this one gives up.
                let pause = Int64(error.backOffMilliseconds ?? 500 << attempt)
                do throws(ToolError) { try backOff.begin(milliseconds: pause) } catch {
                    throw CallFailure(error: error, cause: uncertain)
                }
                // Behind a gateway that has given up, the server may still be working.
                let isCertain = !error.isUncertain || mayRepeat && error.response != nil
                guard isCertain, attempt < Self.attempts else { throw failure }
            }
        }
    }
}

extension FreeBusy {
    /// Who holds a time, as far as the events say that.
    fileprivate var held: [Availability.Span] {
        events.filter { $0.level != .free && $0.start < $0.end }.map { event in
            Availability.Span(
                range: Int64(event.start.seconds)..<Int64(event.end.seconds), isUnknown: event.level == .unknown,
                holder: event.subject.flatMap { $0.isEmpty ? nil : $0 })
        }
    }

    /// What is not free: what the slots say, and who holds a time.
    fileprivate func spans(in window: Range<Int64>) -> [Availability.Span] {
        let held = held
        // A slot counts as taken even if a meeting takes only a part of it. The times of an event are exact.
        let (first, length) = (Int64(start.seconds), Int64(slotSeconds))
        let rest = slots.enumerated().map { number, level in
            let begin = first + Int64(number) * length
            let isTold = held.contains { !$0.isUnknown && $0.range.overlaps(begin..<(begin + length)) }
            return isTold && level != .unknown ? BusyLevel.free : level
        }
        return Availability.spans(of: rest, from: first, slot: length, in: window) + held
    }
}

extension ServerMeeting {
    fileprivate init(_ item: CalendarItem) {
        let start = Int64(item.start.seconds)
        self.init(
            item: item.id.id, id: item.tag, subject: item.subject, range: start..<max(start, Int64(item.end.seconds)),
            isSingle: item.isSingle, isSeries: item.isSeries,
            answers: item.rooms.map { rooms in
                Dictionary(
                    rooms.map { room in
                        let status: Booking.Status =
                            switch room.response {
                            case .accepted, .organizer: .accepted
                            case .declined: .declined
                            case .tentative: .tentative
                            case .unknown, .none: .pending
                            }
                        return (room.mailbox.address.description.lowercased(), status)
                    }, uniquingKeysWith: { first, _ in first })
            }, invitesPeople: item.invitesPeople)
    }
}

import ToolProgram

/// A meeting in the user's calendar, as the server has it.
struct ServerMeeting {
    /// The server's own id.
    let item: String
    /// The id that rooms gave it; nil if another program made the meeting.
    let id: String?
    let subject: String
    /// In seconds since 1970.
    let range: Range<Int64>
    /// Whether it is neither a series nor one time of a series, for certain.
    let isSingle: Bool
    /// Whether it is a whole series, which belongs to the user: a booking is one time of it.
    var isSeries = false
    /// What the invited rooms have answered, by address in lower case; nil if the server didn't say.
    let answers: [String: Booking.Status]?
    /// Whether people are invited, too, which rooms never does; false if the server didn't say.
    var invitesPeople = false

    /// Whether no room is invited, for certain: another program has taken out the one that was booked.
    var hasNoRoom: Bool { answers?.isEmpty == true }

    /// What a room has answered. The server names a room by its primary address, under which it may not have been booked; but our
    /// meetings have only one room.
    func answer(of room: String) -> Booking.Status? { answers?[room.lowercased()] ?? onlyAnswer?.status }

    /// The answer of the only room that is invited; nil if there are more, or none.
    var onlyAnswer: (room: String, status: Booking.Status)? {
        guard let answers, answers.count == 1 else { return nil }
        return answers.first.map { ($0.key, $0.value) }
    }
}

/// What a server says about the time of one room.
struct RoomState {
    let availability: Availability
    /// Why nothing is known, as a sentence.
    var reason: String?
    /// Whether the server has no such room.
    var isMissing = false
    /// When the meetings begin and end that take its time, exactly, as far as the server lists them.
    var meetings: [Range<Int64>] = []
}

/// Why a request that changes something failed.
struct ServerFailure: Error {
    /// What the server knows.
    enum Extent {
        /// The request never reached the server.
        case notSent
        /// The request may have reached the server, which may have saved a meeting without telling its room.
        case lost
        /// The server refused it, and changed nothing.
        case refused
    }

    let extent: Extent
    let error: ToolError
}

import ToolProgram

/// A meeting in a room, as far as it is known. It stays in the list until a day after its end.
struct Booking: Codable, Hashable {
    /// Where a booking stands.
    enum Status: String, Codable {
        /// There was no network. Nothing was sent.
        case queued
        /// It was sent, or was about to be: nobody knows whether the server has it.
        case sending
        /// The server has it, and the room has not answered.
        case pending
        case accepted
        /// The room waits for a person's approval.
        case tentative
        case declined
        /// It is to be canceled, and the server doesn't know that yet.
        case canceling

        /// Whether the user should look at it.
        var needsAttention: Bool {
            switch self {
            case .queued, .sending, .pending, .tentative, .declined, .canceling: true
            case .accepted: false
            }
        }

        /// Whether the room is the user's, or may become it.
        var holdsRoom: Bool { [.accepted, .tentative, .pending].contains(self) }

        /// What the user reads.
        var phrase: String {
            switch self {
            case .queued: "queued, not booked"
            case .sending: "unknown, see rooms sync"
            case .pending: "pending"
            case .accepted: "accepted"
            case .tentative: "waits for approval"
            case .declined: "declined"
            case .canceling: "to be canceled"
            }
        }
    }

    /// A random id, which the server keeps with the meeting, so that it can be found if an answer is lost.
    let id: String
    var room: String
    var roomName: String
    var subject: String
    var start: Moment
    var end: Moment
    var status: Status
    /// Why the room declined, in its own words.
    var reason: String?
    /// The server's own id of the meeting.
    var item: String?
    /// When the user booked it.
    let created: Moment
    /// When the room answered while the user was not looking; nil if the desktop has shown it.
    var untold: Moment?
    /// When a calendar last began to show it in another way; nil if it shows it as the user booked it.
    var changed: Moment?
    /// A change of the end that was begun; nil if none is unfinished.
    var endChange: EndChange?

    /// Whether the server has nothing of it.
    var isOnlyHere: Bool { item == nil && [.queued, .declined].contains(status) }

    /// The part of the id that the user types.
    var shortID: String { String(id.prefix(6)) }

    /// Whether a calendar shows both in the same way.
    func looksLike(_ other: Booking) -> Bool {
        (start, end, subject, roomName) == (other.start, other.end, other.subject, other.roomName)
            && (status == .accepted) == (other.status == .accepted)
    }
}

/// A change of a booking's end: the server may have it, and the room may not.
struct EndChange: Codable, Hashable {
    /// The end that the room knew before.
    let old: Moment
    let new: Moment
}

extension RoomsState {
    /// Notes which bookings a calendar shows in another way than before.
    mutating func noteChanges(since before: RoomsState, at now: Moment) {
        for index in bookings.indices {
            guard let old = before[bookings[index].id], !bookings[index].looksLike(old) else { continue }
            bookings[index].changed = now
        }
    }

    /// The position of the booking whose id begins like this.
    func index(ofBooking prefix: String) throws(ToolError) -> Int {
        let wanted = prefix.lowercased()
        let found = bookings.indices.filter { wanted.count >= 3 && bookings[$0].id.hasPrefix(wanted) }
        guard let index = found.first else {
            throw .notFound("There is no booking “\(prefix)”. To list the bookings: rooms mine")
        }
        guard found.count == 1 else { throw .notFound("Several bookings begin with “\(prefix)”: type more of the id.") }
        return index
    }

    /// The booking with this whole id.
    subscript(id: String) -> Booking? {
        get { bookings.first { $0.id == id } }
        set {
            let index = bookings.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let booking?): bookings[index] = booking
            case (let index?, nil): bookings.remove(at: index)
            case (nil, let booking?): bookings.append(booking)
            case (nil, nil): break
            }
        }
    }
}

/// A mailbox: of a person, of a room, or a list of rooms.
public struct Mailbox: Hashable, Sendable {
    /// Its name, as users see it. It may contain any character: make it harmless before it reaches a terminal.
    public let name: String

    /// The address at which it gets mail.
    public let address: EmailAddress

    /// A mailbox with a name and an address.
    public init(name: String, address: EmailAddress) { (self.name, self.address) = (name, address) }
}

/// An invited person or room, and their answer.
public struct Attendee: Hashable, Sendable {
    /// The mailbox of the person or room.
    public let mailbox: Mailbox

    /// The latest answer.
    public let response: AttendeeResponse
}

/// The answer of an attendee (EWS, `ResponseType`).
public enum AttendeeResponse: String, Sendable, Hashable {
    /// The server does not know of an answer.
    case unknown = "Unknown"
    /// The attendee is the organizer.
    case organizer = "Organizer"
    /// A room that waits for a person's approval, or a person who may come.
    case tentative = "Tentative"
    /// The attendee accepted.
    case accepted = "Accept"
    /// The attendee declined.
    case declined = "Decline"
    /// No answer has come.
    case none = "NoResponseReceived"
}

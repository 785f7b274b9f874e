/// A mailbox: of a person, of a room, or a list of rooms.
public struct Mailbox: Hashable, Sendable {
    /// What users call it. It may contain any character: make it harmless before it reaches a terminal.
    public let name: String

    /// Where it gets mail.
    public let address: EmailAddress

    /// A mailbox.
    public init(name: String, address: EmailAddress) { (self.name, self.address) = (name, address) }
}

/// Who was invited, and what they answered.
public struct Attendee: Hashable, Sendable {
    /// Who was invited.
    public let mailbox: Mailbox

    /// The answer.
    public let response: AttendeeResponse

    /// When the answer came; nil if none came, or if the server does not say.
    public let answered: EWSTime?
}

/// What an attendee answered (EWS, `ResponseType`).
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

/// What an Exchange server calls an item. The change key stands for one version of it: a change needs the newest one.
public struct ItemID: Hashable, Sendable {
    /// Names the item, also after changes; but not after it was moved to another folder.
    public let id: String

    /// Names the version; nil if it is unknown.
    public let changeKey: String?

    /// What a server said earlier.
    public init(id: String, changeKey: String? = nil) { (self.id, self.changeKey) = (id, changeKey) }
}

/// A meeting in one's own calendar.
public struct CalendarItem: Hashable, Sendable {
    /// What the server calls it.
    public let id: ItemID

    /// The subject; empty if there is none.
    public let subject: String

    /// When it begins.
    public let start: EWSTime

    /// When it ends.
    public let end: EWSTime

    /// The place, in the organizer's words.
    public let location: String

    /// Whether the organizer has canceled it.
    public let isCanceled: Bool

    /// Who organizes it, if the server says so.
    public let organizer: Mailbox?

    /// The tag that ``MeetingDraft/tag`` gave it; nil for other meetings.
    public let tag: String?

    /// The people who must come. Only ``EWSClient/item(_:)`` knows them; nil elsewhere.
    public let attendees: [Attendee]?

    /// The rooms. Only ``EWSClient/item(_:)`` knows them; nil elsewhere.
    public let rooms: [Attendee]?
}

/// A meeting to be made.
public struct MeetingDraft: Sendable {
    /// The subject.
    public var subject: String

    /// A text for the attendees; nil for none.
    public var body: String?

    /// A random name that nobody else has used. It is stored with the meeting, and ``EWSClient/items(tagged:)`` finds it again,
    /// even if the answer to the request was lost.
    public var tag: String

    /// When it begins.
    public var start: EWSTime

    /// When it ends; later than it begins.
    public var end: EWSTime

    /// The place, in words.
    public var location: String?

    /// The rooms to book. Each gets an invitation and answers it.
    public var rooms: [EmailAddress]

    /// The people to invite.
    public var attendees: [EmailAddress] = []

    /// The name of the time zone in which Exchange shows the meeting, such as `FLE Standard Time`; nil for UTC.
    public var zone: String?

    /// A meeting in these rooms.
    public init(
        subject: String, tag: String, start: EWSTime, end: EWSTime, rooms: [EmailAddress], location: String? = nil
    ) {
        (self.subject, self.tag, self.start, self.end) = (subject, tag, start, end)
        (self.rooms, self.location) = (rooms, location)
    }
}

/// What to change about a meeting; nil leaves a property as it is.
public struct MeetingChange: Sendable {
    /// A new subject.
    public var subject: String?

    /// A new beginning.
    public var start: EWSTime?

    /// A new end.
    public var end: EWSTime?

    /// A new place.
    public var location: String?

    /// A change.
    public init(subject: String? = nil, start: EWSTime? = nil, end: EWSTime? = nil, location: String? = nil) {
        (self.subject, self.start, self.end, self.location) = (subject, start, end, location)
    }

    var isEmpty: Bool { subject == nil && start == nil && end == nil && location == nil }
}

/// A mail that answers an invitation. In a room's answer, the text says why it declined.
public struct MeetingReply: Hashable, Sendable {
    /// Who answered.
    public let from: Mailbox?

    /// The answer.
    public let response: AttendeeResponse

    /// The meeting in one's own calendar, if the server still knows it. It has no change key.
    public let meeting: ItemID?

    /// The text of the mail.
    public let text: String
}

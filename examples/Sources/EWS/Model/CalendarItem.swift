/// The identifier of an item on an Exchange server. The change key stands for one version of it: a change needs the newest one.
public struct ItemID: Hashable, Sendable {
    /// The name of the item. It stays the same if the item changes, but not if it is moved to another folder.
    public let id: String

    /// The name of the version; nil if it is unknown.
    public let changeKey: String?

    /// An identifier that a server has sent.
    public init(id: String, changeKey: String? = nil) { (self.id, self.changeKey) = (id, changeKey) }
}

/// A meeting in the user's own calendar.
public struct CalendarItem: Hashable, Sendable {
    /// The identifier of this version.
    public let id: ItemID

    /// The subject; empty if there is none.
    public let subject: String

    /// The beginning.
    public let start: EWSTime

    /// The end.
    public let end: EWSTime

    /// The organizer; nil if the server doesn't say.
    public let organizer: Mailbox?

    /// The tag that ``MeetingDraft/tag`` gave it; nil for other meetings.
    public let tag: String?

    /// Whether it is a meeting by itself, neither a series nor one time of a series. False if the server doesn't say.
    public let isSingle: Bool

    /// Whether it is a whole series; ``EWSClient/calendar(from:to:)`` lists each of its times instead. A meeting that becomes a series
    /// keeps its identifier. False if the server doesn't say.
    public let isSeries: Bool

    /// The rooms that have a mail address. Only ``EWSClient/item(_:)`` knows them; nil elsewhere, and if there are rooms, but the
    /// server names all of them by internal addresses.
    public let rooms: [Attendee]?

    /// Whether anybody but the organizer and the rooms is invited. Only ``EWSClient/item(_:)`` knows it; false elsewhere.
    public let invitesPeople: Bool
}

/// A meeting to be made.
public struct MeetingDraft: Sendable {
    /// The subject.
    public var subject: String

    /// A text for the attendees; nil for none.
    public var body: String?

    /// A unique random name. It is stored with the meeting, and ``EWSClient/items(tagged:)`` finds it again,
    /// even if the answer to the request was lost.
    public var tag: String

    /// The beginning.
    public var start: EWSTime

    /// The end, which is later than the beginning.
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

/// A change to a meeting; nil leaves a property as it is.
public struct MeetingChange: Sendable {
    /// A new subject.
    public var subject: String?

    /// A new beginning.
    public var start: EWSTime?

    /// A new end.
    public var end: EWSTime?

    /// A new place.
    public var location: String?

    /// A change of these properties.
    public init(subject: String? = nil, start: EWSTime? = nil, end: EWSTime? = nil, location: String? = nil) {
        (self.subject, self.start, self.end, self.location) = (subject, start, end, location)
    }

    var isEmpty: Bool { subject == nil && start == nil && end == nil && location == nil }
}

/// A mail that answers an invitation. In a room's answer, the text says why it declined.
public struct MeetingReply: Hashable, Sendable {
    /// The sender: a room or a person; nil if the mail doesn't say.
    public let from: Mailbox?

    /// The answer to the invitation.
    public let response: AttendeeResponse

    /// The meeting in the user's own calendar, if the server still has it. It has no change key.
    public let meeting: ItemID?

    /// The text of the mail.
    public let text: String
}

/// How busy a mailbox is, from the least to the most. If several apply, the highest counts.
public enum BusyLevel: UInt8, Sendable, Comparable, CaseIterable {
    /// Nothing is planned.
    case free = 0
    /// A meeting is tentative.
    case tentative = 1
    /// A meeting takes place.
    case busy = 2
    /// Out of office.
    case away = 3
    /// The server has no data.
    case unknown = 4

    /// The higher level counts.
    public static func < (one: BusyLevel, other: BusyLevel) -> Bool { one.rawValue < other.rawValue }
}

/// An event that takes up a mailbox for some time.
public struct BusyEvent: Hashable, Sendable {
    /// The beginning.
    public let start: EWSTime

    /// The end.
    public let end: EWSTime

    /// How busy the mailbox is during the event.
    public let level: BusyLevel

    /// The subject, if the server lets this user see it. For rooms, Exchange puts the organizer's name here by default.
    public let subject: String?

    /// The place, if the server lets this user see it.
    public let location: String?

    /// Whether the organizer marked it as private.
    public let isPrivate: Bool
}

/// When one mailbox is free and when it is taken.
public struct FreeBusy: Hashable, Sendable {
    /// The beginning of the first slot.
    public let start: EWSTime

    /// The length of each slot, in seconds.
    public let slotSeconds: Int

    /// The level of each slot: as the server says or, if it lists events alone, as they say. An event that fills a part of a slot
    /// counts for the entire slot.
    public let slots: [BusyLevel]

    /// The events, in order of their beginning, if the server says more than the levels.
    public let events: [BusyEvent]
}

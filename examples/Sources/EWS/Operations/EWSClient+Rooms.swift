extension EWSClient {
    /// The lists of rooms that the administrator has made. Most have made none: then the answer is empty.
    public func roomLists() async throws(EWSError) -> [Mailbox] { [] }

    /// The rooms in a list.
    /// - Parameter list: The address of a list from ``roomLists()``.
    public func rooms(in list: EmailAddress) async throws(EWSError) -> [Mailbox] { [] }

    /// The mailboxes that fit a name or a part of an address, at most 100; none if nothing fits.
    public func resolve(_ name: String) async throws(EWSError) -> [Mailbox] { [] }

    /// The time zones that the server knows, by the names that ``MeetingDraft/zone`` takes. grommunio lacks this operation.
    public func timeZones() async throws(EWSError) -> [ServerTimeZone] { [] }
}

/// A time zone of an Exchange server.
public struct ServerTimeZone: Hashable, Sendable {
    /// Its name in requests, such as `FLE Standard Time`.
    public let id: String

    /// Its name for people, in the server's language.
    public let name: String
}

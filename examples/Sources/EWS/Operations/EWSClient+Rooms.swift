extension EWSClient {
    /// The lists of rooms that the administrator has made. Most have made none: then the answer is empty.
    public func roomLists() async throws(EWSError) -> [Mailbox] {
        let request = EWSRequest("GetRoomListsResponse") { $0.element("m:GetRoomLists") }
        return try await messages(request).flatMap { $0["RoomLists"]?.children.compactMap(Mailbox.init) ?? [] }
    }

    /// The rooms in a list.
    /// - Parameter list: The address of a list from ``roomLists()``.
    public func rooms(in list: EmailAddress) async throws(EWSError) -> [Mailbox] {
        let request = EWSRequest("GetRoomsResponse") {
            $0.element("m:GetRooms") {
                $0.element("m:RoomList") { $0.element("t:EmailAddress", list.description) }
            }
        }
        return try await messages(request).flatMap { message in
            message["Rooms"]?.children.compactMap { $0["Id"].flatMap(Mailbox.init) } ?? []
        }
    }

    /// The mailboxes that fit a name or a part of an address, at most 100; none if nothing fits.
    public func resolve(_ name: String) async throws(EWSError) -> [Mailbox] {
        let request = EWSRequest("ResolveNamesResponse") {
            $0.element("m:ResolveNames", [("ReturnFullContactData", "false")]) {
                $0.element("m:UnresolvedEntry", name)
            }
        }
        let found = try await messages(request) {
            [.nameResolutionNoResults, .nameResolutionMultipleResults].contains($0)
        }
        return found.flatMap { message in
            message["ResolutionSet"]?.children.compactMap { $0["Mailbox"].flatMap(Mailbox.init) } ?? []
        }
    }

    /// The time zones that the server knows, by the names that ``MeetingDraft/zone`` takes. grommunio lacks this operation.
    public func timeZones() async throws(EWSError) -> [ServerTimeZone] {
        let request = EWSRequest("GetServerTimeZonesResponse") {
            $0.element("m:GetServerTimeZones", [("ReturnFullTimeZoneData", "false")])
        }
        return try await messages(request).flatMap { message in
            (message["TimeZoneDefinitions"]?.children ?? []).compactMap { node in
                node.attributes["Id"].map { ServerTimeZone(id: $0, name: node.attributes["Name"] ?? $0) }
            }
        }
    }
}

/// A time zone of an Exchange server.
public struct ServerTimeZone: Hashable, Sendable {
    /// Its name in requests, such as `FLE Standard Time`.
    public let id: String

    /// Its name for people, in the server's language.
    public let name: String
}

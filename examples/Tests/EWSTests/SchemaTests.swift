import EWS
import ExamplesTestSupport
import Foundation
import Testing
import XMLReading

@Suite("Requests and the schema")
struct SchemaTests {
    /// The order of the children of each element, as far as it has several kinds of them, by operation.
    private static let orders: [String: [String: [String]]] = [
        "GetUserAvailabilityRequest": [
            "GetUserAvailabilityRequest": ["TimeZone", "MailboxDataArray", "FreeBusyViewOptions"],
            "TimeZone": ["Bias", "StandardTime", "DaylightTime"],
            "StandardTime": ["Bias", "Time", "DayOrder", "Month", "DayOfWeek"],
            "DaylightTime": ["Bias", "Time", "DayOrder", "Month", "DayOfWeek"],
            "MailboxData": ["Email", "AttendeeType", "ExcludeConflicts"],
            "FreeBusyViewOptions": ["TimeWindow", "MergedFreeBusyIntervalInMinutes", "RequestedView"],
            "TimeWindow": ["StartTime", "EndTime"],
        ],
        "CreateItem": [
            "CreateItem": ["SavedItemFolderId", "Items"],
            "CalendarItem": [
                "Subject", "Body", "ReminderIsSet", "ExtendedProperty", "Start", "End", "LegacyFreeBusyStatus",
                "Location",
                "RequiredAttendees", "Resources", "StartTimeZone", "EndTimeZone",
            ],
            "ExtendedProperty": ["ExtendedFieldURI", "Value"],
        ],
        "GetItem": [
            "GetItem": ["ItemShape", "ItemIds"], "ItemShape": ["BaseShape", "BodyType", "AdditionalProperties"],
        ],
        "FindItem": [
            "FindItem": [
                "ItemShape", "IndexedPageItemView", "CalendarView", "Restriction", "SortOrder", "ParentFolderIds",
            ],
            "ItemShape": ["BaseShape", "AdditionalProperties"],
            "IsEqualTo": ["ExtendedFieldURI", "FieldURIOrConstant"],
            "IsGreaterThanOrEqualTo": ["FieldURI", "FieldURIOrConstant"],
            "Contains": ["FieldURI", "Constant"],
        ],
        "UpdateItem": ["ItemChange": ["ItemId", "Updates"], "SetItemField": ["FieldURI", "CalendarItem"]],
    ]

    @Test("Every operation has its elements in the order of the schema, and the server's check agrees")
    func order() async throws {
        let server = try ExchangeServer(plan: #"{"rooms": 5, "keeps_requests": true}"#)
        let client = try server.client()
        _ = try await client.roomLists()
        _ = try await client.rooms(in: EmailAddress("berlin@example.com")!)
        _ = try await client.availability(AvailabilityQuestion([room(0)], from: nine, to: nine.advanced(by: 3600)))
        var draft = draft()
        draft.body = "Agenda"
        draft.attendees = [EmailAddress("ben@example.com")!]
        draft.zone = "FLE Standard Time"
        let id = try await client.create(draft)
        _ = try await client.item(id)
        _ = try await client.items(tagged: "tag-1")
        _ = try await client.calendar(from: nine, to: nine.advanced(by: 3600))
        _ = try await client.replies(since: EWSTime(seconds: 0))
        let change = MeetingChange(
            subject: "s", start: nine.advanced(by: 60), end: nine.advanced(by: 90), location: "l")
        _ = try await client.update(id, change)
        try await client.delete(id)
        _ = try await client.resolve("Berlin")
        _ = try await client.timeZones()

        let requests = try server.log.compactMap { entry in
            (entry["operation"] as? String).map { ($0, entry["request"] as? String ?? "") }
        }
        #expect(
            Set(requests.map(\.0)) == [
                "GetRoomLists", "GetRooms", "GetUserAvailabilityRequest", "CreateItem", "GetItem", "FindItem",
                "UpdateItem",
                "DeleteItem", "ResolveNames", "GetServerTimeZones",
            ])
        #expect(try server.logged("invalid", as: String.self).isEmpty)
        for (operation, request) in requests {
            let shape = Shape()
            let reader = try XMLReader(to: shape)
            try reader.read(Array(request.utf8))
            try reader.finish()
            #expect(shape.children["Envelope"] == [["Header", "Body"]])
            for (parent, order) in Self.orders[operation] ?? [:] {
                for children in shape.children[parent] ?? [] {
                    let places = children.map { order.firstIndex(of: $0) }
                    #expect(!places.contains(nil), "\(operation), \(parent): \(children)")
                    #expect(
                        places.compactMap { $0 } == places.compactMap { $0 }.sorted(),
                        "\(operation), \(parent): \(children)")
                }
            }
        }
        let created = try #require(requests.first { $0.0 == "CreateItem" }?.1)
        #expect(created.contains(#"SendMeetingInvitations="SendToAllAndSaveCopy""#))
        #expect(created.contains(#"<t:StartTimeZone Id="FLE Standard Time"/>"#))
        #expect(created.contains(#"<t:RequestServerVersion Version="Exchange2010"/>"#))
    }

    /// The names of the children of each element.
    private final class Shape: XMLReceiver {
        private var path: [(name: String, children: [String])] = []
        private(set) var children: [String: [[String]]] = [:]

        func begin(_ tag: borrowing XMLTag) {
            if !path.isEmpty { path[path.count - 1].children.append(tag.name.local) }
            path.append((tag.name.local, []))
        }

        func end(_ name: borrowing XMLName) {
            let (name, names) = path.removeLast()
            if Set(names).count > 1 { children[name, default: []].append(names) }
        }

        func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    }
}

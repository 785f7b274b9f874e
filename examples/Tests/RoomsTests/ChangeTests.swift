import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Changing bookings")
struct ChangeTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    @Test("A booking is extended only if the room is free after it, and its rest can be given back")
    func changesEnd() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--for", "30m")
        try worker.rooms("book", "Kyiv 01", "--at", try #require(worker.bookings.first?.end), "--for", "30")
        let bookings = try worker.bookings
        try #require(bookings.count == 2)
        let before = try server.calendar
        let refused = try worker.rooms("extend", bookings[0].id, "--for", "15m")
        #expect(refused.status == 75 && refused.errors.contains("nothing was changed"))
        #expect(try server.calendar == before)
        let result = try worker.rooms("extend", bookings[1].id, "--for", "15m")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try worker.bookings[1].status == "accepted")
        #expect(try server.calendar.map(\.end) != before.map(\.end))
        #expect(try worker.rooms("end", bookings[1].id).status == 65)
        #expect(try worker.rooms("cancel", bookings[1].id).status == 0)
        #expect(try worker.rooms("cancel", bookings[1].id).status == 66)
        #expect(try server.calendar.count == 1)
    }

    @Test("A booking is extended from the end that the server knows, even if another machine has moved that")
    func extendsChanged() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let other = try Worker()
        try other.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 10:00", "--for", "30m")
        #expect(try other.rooms("sync").status == 0)
        let id = try #require(try other.bookings.first?.id)
        #expect(try other.rooms("extend", id, "--for", "1h").status == 0)
        let result = try worker.rooms("extend", id, "--for", "15m")
        #expect(result.status == 0 && result.output.contains("10:00–11:45"), "\(result.errors)")
        let meeting = try #require(try server.calendar.first)
        let form = ISO8601DateFormatter()
        let (start, end) = (try #require(form.date(from: meeting.start)), try #require(form.date(from: meeting.end)))
        #expect(end.timeIntervalSince(start) == 105 * 60)
        #expect(try other.rooms("cancel", id).status == 0)
        #expect(try worker.rooms("extend", id, "--for", "15m").status == 66)
    }

    @Test("If a mailbox is briefly away, extend and cancel ask again, even if the server has done what it was asked")
    func mailboxAway() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h")
        let id = try #require(try worker.bookings.first?.id)
        for (operation, words) in [("UpdateItem", ["extend", id, "--for", "5m"]), ("DeleteItem", ["cancel", id])] {
            let fault = #""times": 1, "code": "ErrorMailboxStoreUnavailable", "style": "message""#
            try server.setFaults(#"{"half_done": {"operation": "\#(operation)", \#(fault)}}"#)
            let result = try worker.rooms.run(words)
            #expect(result.status == 0, "\(result)")
            #expect(try server.requests.count { $0.operation == operation } == 2)
        }
        #expect(try server.calendar.isEmpty && worker.bookings.isEmpty)
    }

    @Test("A booking that the server refuses to cancel is named, and doesn't keep sync from the others")
    func refusesOne() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 9:00")
        let id = try #require(try worker.bookings.first?.id)
        try server.setFaults(#"{"undecided": true, "fault": {"times": true, "operation": "DeleteItem"}}"#)
        try worker.rooms("book", "Kyiv 02", "--at", "tomorrow 10:00", "--wait", "1s")
        #expect(try worker.rooms("cancel", id).status == 76)
        #expect(try worker.bookings.map(\.status) == ["canceling", "pending"])
        try server.setFaults(#"{"fault": {"times": true, "operation": "DeleteItem"}}"#)
        let result = try worker.rooms("sync")
        #expect(result.status == 76)
        #expect(result.errors.contains("\(id.prefix(6)) Kyiv 01 is not canceled"), "\(result.errors)")
        #expect(try worker.bookings.map(\.status) == ["canceling", "accepted"])
        try server.setFaults("{}")
        #expect(try worker.rooms("sync").status == 0)
        #expect(try worker.bookings.map(\.status) == ["accepted"])
    }

    @Test("A booking that another program moves to another room is in that room, for sync and for extend")
    func movesRoom() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h")
        let id = try #require(try worker.bookings.first?.id)
        let rooms = try worker.free("--city", "Kyiv", "--all")
        for (name, command) in [("Kyiv 02", ["sync"]), ("Kyiv 01", ["extend", id, "--for", "15m"])] {
            let address = try #require(rooms.first { $0.name == name }?.address)
            try server.setFaults(#"{"edit": {"times": 1, "rooms": ["\#(address)"]}}"#)
            let result = try worker.rooms.run(command)
            #expect(result.status == 0 && result.output.contains(name), "\(result)")
            let booking = try #require(try worker.bookings.first)
            #expect(booking.room == address && booking.status == "accepted")
        }
    }

    @Test(
        "A booking whose room another program takes out of the meeting needs the user, who is told why",
        arguments: ["accepted", "pending"])
    func losesRoom(status: String) throws {
        let server = try ExchangeServer()
        try worker.login(server)
        if status == "pending" { try server.setFaults(#"{"undecided": true}"#) }
        let wait = status == "pending" ? "1s" : "1m"
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h", "--wait", wait)
        let known = try #require(try worker.bookings.first)
        #expect(known.status == status)
        try server.setFaults(#"{"edit": {"times": 1, "rooms": []}}"#)
        let extended = try worker.rooms("extend", known.id, "--for", "15m")
        #expect(extended.status == 66 && extended.errors.contains("taken out of the meeting"), "\(extended)")
        let result = try worker.rooms("sync")
        #expect(result.output.contains("the room was taken out of the meeting"), "\(result)")
        for _ in 0..<2 {
            let booking = try #require(try worker.bookings.first)
            #expect(booking.status == "declined" && booking.reason == "the room was taken out of the meeting")
            #expect(try worker.rooms("sync").output.isEmpty)
        }
    }

    @Test("A booking whose room the server names by an internal address keeps its room and its answer")
    func keepsUnreadableRoom() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h")
        let before = try worker.bookings
        #expect(before.map(\.status) == ["accepted"])
        try server.setFaults(#"{"edit": {"times": 1, "rooms": ["/O=EXAMPLE/OU=FIRST/CN=RECIPIENTS/CN=KYIV01"]}}"#)
        let result = try worker.rooms("sync")
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
        #expect(try worker.bookings == before)
    }

    @Test("An exported booking has a new stamp after it was extended, and not after a sync that changes nothing")
    func stampsExtension() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h")
        // As if it had been booked and accepted long ago.
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: worker.state))
        var state = try #require(document as? [String: Any])
        var booking = try #require((state["bookings"] as? [[String: Any]])?.first)
        booking["changed"] = nil
        booking["created"] = "2020-01-01T00:00:00Z"
        state["bookings"] = [booking]
        try JSONSerialization.data(withJSONObject: state).write(to: worker.state)
        let stamp = "DTSTAMP:20200101T000000Z"
        #expect(try worker.rooms("sync").status == 0)
        #expect(try worker.rooms("export", "--ics").output.contains(stamp))
        let id = try #require(try worker.bookings.first?.id)
        #expect(try worker.rooms("extend", id, "--for", "15m").status == 0)
        let exported = try worker.rooms("export", "--ics").output
        #expect(exported.contains("DTSTAMP:") && !exported.contains(stamp), "\(exported)")
    }

    @Test("end gives the rest of a meeting back, on the server and here")
    func endsEarly() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        let start = Date(timeIntervalSinceNow: -1800).ISO8601Format()
        #expect(try worker.rooms("book", "Kyiv 01", "--at", start, "--for", "3h").status == 0)
        let (before, meeting) = (try #require(try worker.bookings.first), try #require(try server.calendar.first))
        let result = try worker.rooms("end", before.id)
        #expect(result.status == 0 && result.output.contains("free again"), "\(result.errors)")
        let (after, shortened) = (try #require(try worker.bookings.first), try #require(try server.calendar.first))
        #expect(after.start == before.start && after.end != before.end)
        #expect(shortened.id == meeting.id && shortened.start == meeting.start)
        let form = ISO8601DateFormatter()
        let end = try #require(form.date(from: shortened.end))
        #expect(try end == #require(form.date(from: after.end)) && end <= Date())
        #expect(try worker.free("--city", "Kyiv").contains { $0.name == "Kyiv 01" })
        #expect(try worker.rooms("end", before.id).status == 65)
    }

    @Test("A meeting that is not a minute old can't end, and end says how to give its room back")
    func endsTooEarly() throws {
        let server = try ExchangeServer()
        try worker.login(server)
        for _ in 0..<20 {
            let start = Date()
            #expect(try worker.rooms("book", "Kyiv 01", "--at", start.ISO8601Format(), "--for", "1h").status == 0)
            let booking = try #require(try worker.bookings.last)
            let result = try worker.rooms("end", booking.id)
            if result.status == 0, Self.minute(of: start) < Self.minute(of: Date()) { continue }
            #expect(result.status == 65 && result.errors.contains("has only just begun"), "\(result.errors)")
            #expect(result.errors.contains("rooms cancel "), "\(result.errors)")
            return
        }
        Issue.record("Each time, the minute ended before the meeting would.")
    }

    private static func minute(of date: Date) -> Int { Int(date.timeIntervalSince1970) / 60 }
}

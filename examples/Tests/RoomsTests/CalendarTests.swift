import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import rooms

@Suite("Exported calendars")
struct CalendarTests {
    private func booking(_ subject: String, room: String = "Room") -> Booking {
        Booking(
            id: "0123456789abcdef0123456789abcdef", room: "room@example.com", roomName: room, subject: subject,
            start: Moment(seconds: 1_795_428_000), end: Moment(seconds: 1_795_429_800), status: .accepted,
            created: Moment(seconds: 1_795_000_000))
    }

    @Test("The package icalendar reads back what was booked, even long and non-ASCII text")
    func readsBack() throws {
        struct Event: Decodable, Equatable {
            var uid: String
            var summary: String
            var location: String
            var start: String
            var end: String
        }
        let subjects = ["Plain", "a, b; c\\d\nsecond line", String(repeating: "Зустріч щодо бюджету 🎉 ", count: 12)]
        let calendar = Calendar.text(of: subjects.map { booking($0, room: "Кімната; 1") })
        let folder = try TemporaryFolder("rooms")
        let file = try folder.write("rooms.ics", calendar.utf8)
        let program = """
            import icalendar, json, sys
            calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
            print(json.dumps([{"uid": str(event["UID"]), "summary": str(event["SUMMARY"]), "location": str(event["LOCATION"]),
                "start": event["DTSTART"].dt.isoformat(), "end": event["DTEND"].dt.isoformat()} for event in calendar.walk("VEVENT")]))
            """
        let result = try Program(executable: Exchange.interpreter).run(["-c", program, file])
        withExtendedLifetime(folder) {}
        try #require(result.status == 0, "\(result.errors)")
        let events = try JSONDecoder().decode([Event].self, from: Data(result.output.utf8))
        #expect(
            events
                == subjects.map {
                    Event(
                        uid: "0123456789abcdef0123456789abcdef@rooms.example.com", summary: $0, location: "Кімната; 1",
                        start: "2026-11-23T10:00:00+00:00", end: "2026-11-23T10:30:00+00:00")
                })
        #expect(calendar.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        #expect(calendar == Calendar.text(of: subjects.map { booking($0, room: "Кімната; 1") }))
    }

    @Test("A booking that a calendar shows in another way is stamped with that change, and others keep their stamp")
    func stampsChanges() {
        var state = RoomsState()
        state.bookings = [booking("Plain")]
        let stamp = { (state: RoomsState) in
            Calendar.text(of: state.bookings).split(separator: "\r\n").first { $0.hasPrefix("DTSTAMP:") }
        }
        #expect(stamp(state) == "DTSTAMP:20261118T110640Z")
        let changes: [(Bool, (inout Booking) -> Void)] = [
            (true, { $0.end = Moment(seconds: 1_795_431_600) }), (true, { $0.start = Moment(seconds: 1_795_424_400) }),
            (true, { $0.subject = "Other" }), (true, { $0.roomName = "Other" }), (true, { $0.status = .pending }),
            (false, { $0.item = "item" }), (false, { $0.untold = Moment(seconds: 1_795_100_000) }),
        ]
        for (index, (isSeen, change)) in changes.enumerated() {
            var changed = state
            change(&changed.bookings[0])
            changed.noteChanges(since: state, at: Moment(seconds: 1_795_200_000))
            #expect(stamp(changed) == (isSeen ? "DTSTAMP:20261120T184000Z" : stamp(state)), "\(index)")
        }
    }

    @Test("The ledger stamps changes, and tells the group of them, with the time of its clock")
    func stampsByClock() async throws {
        let worker = try Worker()
        try await confirmation("The group is told", expectedCount: 2) { told in
            var ledger = try Ledger(ProcessEnvironment(worker.environment))
            ledger.clock = { Timestamp(seconds: 1_795_200_000) }
            ledger.announce = { _, now in if now == 1_795_200_000 { told() } }
            let plain = booking("Plain")
            try ledger.change { $0.bookings = [plain] }
            try ledger.change(plain.id) { $0.subject = "Other" }
            #expect(try ledger.read().bookings.map(\.changed?.seconds) == [1_795_200_000])
        }
        withExtendedLifetime(worker) {}
    }

    @Test("Control characters never get into a calendar")
    func dropsControls() {
        let text = Calendar.text(of: [booking("a\u{1B}[2J\u{7}\rb")])
        #expect(text.contains("SUMMARY:a[2Jb\r\n"))
    }
}

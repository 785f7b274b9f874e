import EWS
import ExamplesTestSupport
import Foundation
import Testing

@Suite("Operations of EWS")
struct OperationTests {
    @Test("Lists of rooms, their rooms, names and time zones are read")
    func rooms() async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        let lists = try await client.roomLists()
        #expect(lists.map(\.name) == ["Berlin", "Kyiv", "Lviv", "London", "Madrid"])
        let rooms = try await client.rooms(in: lists[1].address)
        #expect(rooms.map(\.address.description) == ["room001@example.com", "room006@example.com"])
        #expect(rooms.map(\.name) == ["Kyiv 01", "Kyiv 02"])
        #expect(try await client.resolve("Lviv 02").map(\.address) == [room(7)])
        #expect(try await client.resolve("Lviv").count == 2)
        #expect(try await client.resolve("nobody & <x>").isEmpty)
        #expect(try await client.timeZones().map(\.id).contains("FLE Standard Time"))
        let error = await failure { try await client.rooms(in: EmailAddress("no@example.com")!) }
        #expect(error?.response?.code == .nameResolutionNoResults)
        #expect(try server.logged("invalid", as: String.self).isEmpty)
    }

    @Test("A server without lists of rooms gives none")
    func noLists() async throws {
        let server = try ExchangeServer(plan: #"{"lists": []}"#)
        #expect(try await server.client().roomLists().isEmpty)
        #expect(try server.count("GetRoomLists") == 1)
    }

    @Test("250 rooms are asked about in requests of 100, 100 and 50, two at once at most, in the order of the question")
    func availability() async throws {
        let server = try ExchangeServer(
            plan: #"{"rooms": 250, "meets": 2, "events": ["#
                + (0..<250).map { number in
                    #"{"room": "\#(room(number))", "start": "2026-11-23T10:30:00Z", "end": "2026-11-23T11:00:00Z", "subject": "S\#(number)"}"#
                }.joined(separator: ", ") + "]}")
        let question = AvailabilityQuestion((0..<250).map(room), from: nine, to: nine.advanced(by: 7200))
        let client = try server.client { $0.seconds = 300 }
        _ = try await client.roomLists()
        let answers = try await client.availability(question)
        #expect(answers.map(\.mailbox) == question.mailboxes)
        for (number, answer) in answers.enumerated() {
            let answer = try answer.answer.get()
            #expect(answer.slots == [.free, .free, .free, .busy])
            #expect(answer.events.map(\.subject) == ["S\(number)"])
            #expect(answer.events.first?.start == nine.advanced(by: 5400))
        }
        #expect(try server.logged("mailboxes", as: Int.self).sorted() == [50, 100, 100])
        #expect(try server.logged("active", as: Int.self).max() == 2)
    }

    @Test("If a login takes longer than an answer, a request waits for the connection that there is")
    func waitsForAConnection() async throws {
        let server = try ExchangeServer(plan: #"{"rooms": 250, "greets": 10}"#)
        let question = AvailabilityQuestion((0..<250).map(room), from: nine, to: nine.advanced(by: 7200))
        let client = try server.client { $0.seconds = 300 }
        #expect(try await client.availability(question).count == 250)
        #expect(try Set(server.logged("connection", as: Int.self)).count == 1)
        #expect(try server.count("GetUserAvailabilityRequest") == 3)
    }

    @Test("Events without merged levels give the same levels", arguments: [false, true])
    func eventsOnly(is eventsOnly: Bool) async throws {
        let events = [("09:10", "09:20", "Tentative"), ("10:00", "10:30", "Busy"), ("10:00", "11:00", "OOF")].map {
            #"{"room": "room000@example.com", "start": "2026-11-23T\#($0):00Z", "end": "2026-11-23T\#($1):00Z", "level": "\#($2)"}"#
        }
        let plan = #"{"rooms": 3, "events_only": \#(eventsOnly), "events": [\#(events.joined(separator: ","))]}"#
        let question = AvailabilityQuestion([room(0), room(1)], from: nine, to: nine.advanced(by: 7500))
        let server = try ExchangeServer(plan: plan)
        let answers = try await server.client().availability(question)
        #expect(try server.logged("mailboxes", as: Int.self) == [2])
        #expect(try answers[0].answer.get().slots == [.tentative, .free, .away, .away, .free])
        #expect(try answers[1].answer.get().slots == [.free, .free, .free, .free, .free])
    }

    @Test("A mailbox that fails does not affect the others")
    func brokenMailbox() async throws {
        let server = try ExchangeServer(
            plan: #"{"rooms": 3, "broken": {"room001@example.com": "ErrorNoFreeBusyAccess"}}"#)
        let mailboxes = [room(0), room(1), EmailAddress("gone@example.com")!, room(2)]
        let answers = try await server.client().availability(
            AvailabilityQuestion(mailboxes, from: nine, to: nine.advanced(by: 3600)))
        #expect(try answers[0].answer.get().slots == [.free, .free])
        #expect(try answers[3].answer.get().slots == [.free, .free])
        #expect(throws: ResponseError(code: .noFreeBusyAccess, message: "No data for room001@example.com.")) {
            try answers[1].answer.get()
        }
        let error = #expect(throws: ResponseError.self) { try answers[2].answer.get() }
        #expect(error?.code == .mailRecipientNotFound)
    }

    @Test("A meeting is made, answered, found by its tag and in the calendar, moved and deleted")
    func meeting() async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        let id = try await client.create(draft())
        var item = try await client.item(id)
        #expect(item.subject == draft().subject)
        #expect(item.tag == "tag-1")
        #expect((item.start, item.end) == (nine, nine.advanced(by: 1800)))
        #expect(item.rooms?.map(\.response) == [.accepted])
        #expect(item.rooms?.first?.mailbox.address == room(0))
        #expect(item.organizer?.address.description == "anna@example.com")
        #expect(try await client.items(tagged: "tag-1").map(\.id) == [id])
        #expect(try await client.items(tagged: "tag-2").isEmpty)
        #expect(try await client.calendar(from: nine, to: nine.advanced(by: 60)).map(\.id.id) == [id.id])
        #expect(try await client.calendar(from: nine.advanced(by: 1800), to: nine.advanced(by: 3600)).isEmpty)
        let moved = try await client.update(id, MeetingChange(end: nine.advanced(by: 3600)))
        #expect(moved.id == id.id)
        #expect(moved.changeKey != id.changeKey)
        item = try await client.item(id)
        #expect(item.end == nine.advanced(by: 3600))
        let stale = await failure { try await client.update(id, MeetingChange(subject: "x")) }
        #expect(stale?.response?.code == .irresolvableConflict)
        try await client.delete(id)
        let gone = await failure { try await client.item(id) }
        #expect(gone?.code == .refused)
        #expect(gone?.response?.code == .itemNotFound)
        #expect(try server.meetings.isEmpty)
    }

    @Test("A room declines what is taken, and its mail says why")
    func declined() async throws {
        let server = try ExchangeServer(
            plan: #"{"rooms": 3, "behavior": {"room001@example.com": "tentative", "room002@example.com": "silent"}}"#)
        let client = try server.client()
        let before = EWSTime(seconds: Int(Date().timeIntervalSince1970) - 5)
        _ = try await client.create(draft())
        let second = try await client.create(draft("tag-2"))
        #expect(try await client.item(second).rooms?.map(\.response) == [.declined])
        let pending = try await client.create(draft("tag-3", room: 1))
        #expect(try await client.item(pending).rooms?.map(\.response) == [.tentative])
        let silent = try await client.create(draft("tag-4", room: 2))
        #expect(try await client.item(silent).rooms?.map(\.response) == [AttendeeResponse.none])
        let replies = try await client.replies(since: before)
        #expect(replies.map(\.response) == [.tentative, .declined, .accepted])
        let reply = try #require(replies.first { $0.response == .declined })
        #expect(reply.meeting?.id == second.id)
        #expect(reply.from?.address == room(0))
        #expect(reply.text == "The room is taken at this time.")
        #expect(try await client.replies(since: before.advanced(by: 86400)).isEmpty)
    }

    @Test("A question that EWS cannot answer is refused before anything is sent")
    func invalid() async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        let question = { AvailabilityQuestion([room(0)], from: nine, to: nine.advanced(by: $0), slotMinutes: $1) }
        for question in [question(0, 30), question(43 * 86400, 30), question(3600, 4), question(3600, 61)] {
            #expect(await failure { try await client.availability(question) }?.code == .invalid)
        }
        let backwards = MeetingDraft(subject: "x", tag: "x", start: nine, end: nine, rooms: [room(0)])
        #expect(await failure { try await client.create(backwards) }?.code == .invalid)
        #expect(await failure { try await client.update(ItemID(id: "x"), MeetingChange()) }?.code == .invalid)
        #expect(try server.log.isEmpty)
    }

    @Test(
        "exchangelib reads rooms and availability from the test server, books, moves and deletes on it",
        arguments: ["ntlm", "basic"])
    func exchangelib(way: String) throws {
        let server = try ExchangeServer(
            plan: #"{"rooms": 250}"#, ways: way, bindsChannel: true, user: "EXAMPLE:anna:Secret1")
        let result = try Program(executable: Exchange.interpreter).run([
            Exchange.path(of: "with_exchangelib.py"), "\(server.port)", server.certificate, way, "EXAMPLE\\anna",
            "Secret1",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                lists: Berlin, Kyiv, Lviv, London, Madrid
                rooms: 250
                availability: 250 0000
                booked: Review Accept exchangelib-1
                taken: 2222
                view: ['Review']
                tagged: ['Review']
                moved: 2026-11-23T11:30:00+00:00
                deleted: [] 0000
                resolved: ['room000@example.com']
                zones: 3

                """)
        #expect(try server.logged("invalid", as: String.self).isEmpty)
    }
}

import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("rooms, killed or twice at once")
struct KillTests {
    private let worker: Worker
    private let server: ExchangeServer

    init() throws {
        worker = try Worker()
        server = try ExchangeServer(plan: #"{"rooms": 60, "thinks": 0.01}"#)
        try worker.login(server)
    }

    @Test("Killed at fifty random moments of book and sync, rooms ends with one meeting for each booking")
    func survivesKills() throws {
        var random = RandomSource(seed: 50)
        for round in 0..<50 {
            let process = try worker.rooms.start(
                round % 3 == 2
                    ? ["sync"] : ["book", "room0\(10 + round)@example.com", "--at", "tomorrow 9:00", "--wait", "1s"])
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.35, using: &random))
            process.kill()
        }
        let isSettled = try blockUntil {
            let result = try worker.rooms("sync")
            #expect(result.status == 0, "\(result.errors)")
            return try worker.bookings.allSatisfy { $0.status == "accepted" }
        }
        #expect(isSettled)
        let (bookings, meetings) = (try worker.bookings, try server.calendar)
        #expect(bookings.map(\.room).sorted() == meetings.flatMap(\.resources).sorted())
        #expect(Set(bookings.map(\.room)).count == bookings.count)
    }

    @Test("A booking that waits for the room's answer is not made a second time")
    func waitsForAnswer() throws {
        try server.setFaults(#"{"undecided": true}"#)
        let words = ["book", "room001@example.com", "--at", "tomorrow 9:00", "--for", "1h", "--wait", "1s"]
        #expect(try worker.rooms.run(words).status == 0)
        let again = try worker.rooms.run(words)
        #expect(again.status == 75, "\(again)")
        #expect(again.errors.contains("booked this already") && again.errors.contains("pending"), "\(again)")
        #expect(try worker.bookings.count == 1 && server.calendar.count == 1)
        try worker.rooms("book", "room001@example.com", "--at", "tomorrow 10:00", "--for", "1h", "--wait", "1s")
        #expect(try server.calendar.count == 2, "an adjacent meeting is another booking")
        server.stop()
        let offline = try worker.rooms.run(words)
        #expect(offline.status == 75 && offline.errors.contains("booked this already"), "\(offline)")
        #expect(try worker.bookings.count == 2)
    }

    @Test("Two syncs at once send a queued booking once, and both succeed")
    func syncsTwice() throws {
        try worker.rooms("book", "room001@example.com", "--at", "tomorrow 9:00")
        // As if the process had been killed before it sent the booking.
        var state = try String(contentsOf: worker.state, encoding: .utf8)
        state = state.replacing(#""status" : "accepted""#, with: #""status" : "queued""#)
            .replacing(/"id" : "[0-9a-f]{32}"/, with: #""id" : "00112233445566778899aabbccddeeff""#)
            .replacing("room001@", with: "room002@").replacing(/"item" : "[^"]*",\n/, with: "")
        try Data(state.utf8).write(to: worker.state)
        let processes = try (0..<4).map { _ in try worker.rooms.start(["sync"]) }
        for process in processes { #expect(try process.result().ending == .exit(0)) }
        #expect(try server.calendar.flatMap(\.resources).sorted() == ["room001@example.com", "room002@example.com"])
        #expect(try worker.bookings.count == 2)
    }
}

import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// Several meetings with the id of one booking: what the user has made of it, and what two requests at once have.
@Suite("Copies of bookings")
struct CopyTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    /// A server whose calendar has a meeting in one room some days from now, for each of `days`, all with the same id.
    ///
    /// - Parameter guest: A person who is invited to the last one.
    private func server(_ days: [Int], kind: String = "Single", guest: String? = nil) throws -> ExchangeServer {
        let hour = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 3600).rounded(.down) * 3600)
        let meetings = days.enumerated().map { number, day in
            let people = number == days.count - 1 ? guest.map { "\"\($0)\"" } ?? "" : ""
            let start = hour.addingTimeInterval(Double(day) * 86_400)
            return """
                {"subject": "Review", "start": "\(start.ISO8601Format())", "end": "\((start + 3600).ISO8601Format())",
                "rooms": ["room001@example.com"], "people": [\(people)], "kind": "\(kind)", "properties": {"BookingTag": "00112233445566778899aabb"}}
                """
        }
        return try ExchangeServer(plan: #"{"rooms": 10, "meetings": [\#(meetings.joined(separator: ","))]}"#)
    }

    @Test(
        "A copy that the user made of a booking stays, and so does each time of a series",
        arguments: ["Single", "Occurrence"])
    func keepsCopies(kind: String) throws {
        let server = try server([14, 1, 7], kind: kind)
        try worker.login(server)
        let before = try server.calendar.map(\.id)
        for _ in 0..<2 {
            let result = try worker.rooms("sync")
            #expect(result.status == 0 && result.output.isEmpty && result.errors.contains("1 booking. "), "\(result)")
            #expect(try worker.bookings.count == 1)
        }
        #expect(try server.calendar.map(\.id) == before)
        #expect(try !server.requests.contains { $0.operation == "DeleteItem" })
        let first = try #require(try server.calendar.min { $0.start < $1.start }?.start)
        let form = ISO8601DateFormatter()
        #expect(try form.date(from: #require(worker.bookings.first?.start)) == form.date(from: first))
    }

    @Test(
        "Of a booking that the user made a series of, extend and cancel change only the time that was booked",
        arguments: [false, true])
    func changesOneTime(syncsFirst: Bool) throws {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h")
        let id = try #require(try worker.bookings.first?.id)
        let series = try #require(try server.calendar.first)
        try server.setFaults(#"{"edit": {"times": 1, "weekly": 4}}"#)
        if syncsFirst { #expect(try worker.rooms("sync").status == 0) }
        let result = try worker.rooms("extend", id, "--for", "15m")
        #expect(result.status == 0 && result.output.contains("06:00–07:15"), "\(result)")
        let times = try server.calendar.filter { $0.id != series.id }
        #expect(times.count == 4 && times.count { $0.start == series.start && $0.end != series.end } == 1)
        #expect(try worker.rooms("cancel", id).status == 0)
        let left = try server.calendar
        #expect(left.contains(series) && left.count == 4 && left.count { $0.start == series.start } == 1)
        #expect(try worker.bookings.isEmpty)
    }

    @Test("A copy at the time and in the room of a booking stays if people are invited to it")
    func keepsInvitation() throws {
        let server = try server([1, 1], guest: "ben@example.com")
        try worker.login(server)
        let before = try server.calendar.map(\.id)
        let result = try worker.rooms("sync")
        #expect(result.status == 0 && !result.output.contains("twice"), "\(result)")
        #expect(try server.calendar.map(\.id) == before)
    }

    @Test("Of two meetings that two requests made for one booking, the accepted one stays, and sync says so")
    func deletesDuplicates() throws {
        let server = try server([1, 1])
        try worker.login(server)
        let result = try worker.rooms("sync")
        #expect(result.status == 0 && result.output.contains("“Review” was in your calendar twice"), "\(result)")
        #expect(try server.calendar.map(\.answers) == [["room001@example.com": "Accept"]])
        #expect(try worker.bookings.map(\.status) == ["accepted"])
    }
}

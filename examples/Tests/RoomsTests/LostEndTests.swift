import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Ends that a server may not have told a room")
struct LostEndTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    /// How often a server was asked to change a meeting.
    private func tellings(_ server: ExchangeServer) throws -> Int {
        try server.requests.count { $0.operation == "UpdateItem" }
    }

    /// A server with a booking of Kyiv 01 tomorrow from six to seven, and its id.
    private func booked() throws -> (server: ExchangeServer, id: String) {
        let server = try ExchangeServer()
        try worker.login(server)
        try worker.rooms("book", "Kyiv 01", "--at", "tomorrow 6:00", "--for", "1h")
        return (server, try #require(try worker.bookings.first?.id))
    }

    /// The same after an extension by five minutes, all answers of which were lost.
    ///
    /// - Parameter fault: `untold` if the room doesn't know the end, and `drop_answer` if it does.
    private func extended(_ fault: String = "untold") throws -> (server: ExchangeServer, id: String) {
        let (server, id) = try booked()
        try server.setFaults(#"{"\#(fault)": {"times": true, "operation": "UpdateItem"}}"#)
        let result = try worker.rooms("extend", id, "--for", "5m")
        try #require(result.status == 69 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("to tell the room: rooms sync"), "\(result)")
        try server.setFaults("{}")
        return (server, id)
    }

    @Test(
        "If the answer to an extension is lost, the end is moved once, and the room knows it",
        arguments: [
            #""drop_answer": {"times": 1,"#, #""untold": {"times": 1,"#, #""gateway": {"times": 1, "status": 504,"#,
        ])
    func extendsOnce(fault: String) throws {
        let (server, id) = try booked()
        try server.setFaults(#"{\#(fault) "operation": "UpdateItem"}}"#)
        let result = try worker.rooms("extend", id, "--for", "5m")
        #expect(result.status == 0 && result.output.contains("06:00–07:05"), "\(result)")
        #expect(try tellings(server) == 2)
        let meeting = try #require(try server.calendar.first)
        let form = ISO8601DateFormatter()
        let (start, end) = (try #require(form.date(from: meeting.start)), try #require(form.date(from: meeting.end)))
        #expect(end.timeIntervalSince(start) == 65 * 60)
        #expect(try form.date(from: #require(worker.bookings.first?.end)) == end)
        #expect(try stateAfterSeven() == "busy")
    }

    /// What Kyiv 01 knows about the first five minutes after seven.
    private func stateAfterSeven() throws -> String? {
        try worker.free("--city", "Kyiv", "--all", "--at", "tomorrow 7:00", "--for", "5m")
            .first { $0.name == "Kyiv 01" }?.state
    }

    @Test("If each answer to an extension is lost, sync tells the room the end that the calendar has, once")
    func finishesExtension() throws {
        let (server, id) = try extended()
        #expect(try stateAfterSeven() == "free")
        let second = try worker.rooms("extend", id, "--for", "5m")
        #expect(second.status == 75 && second.errors.contains("To tell it: rooms sync"), "\(second)")
        #expect(try tellings(server) == 3)
        let sync = try worker.rooms("sync")
        #expect(sync.status == 0 && sync.output.contains("Kyiv 01 has been told the new end."), "\(sync)")
        #expect(try stateAfterSeven() == "busy" && worker.bookings.map(\.status) == ["accepted"])
        let meeting = try #require(try server.calendar.first)
        let form = ISO8601DateFormatter()
        #expect(try form.date(from: #require(worker.bookings.first?.end)) == form.date(from: meeting.end))
        let again = try worker.rooms("sync")
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    }

    @Test("If the server has not got an extension, sync says so, and changes nothing")
    func dropsExtension() throws {
        let (server, id) = try booked()
        let before = (try worker.bookings, try server.calendar)
        try server.setFaults(#"{"empty": {"times": true, "operation": "UpdateItem"}}"#)
        let result = try worker.rooms("extend", id, "--for", "5m")
        #expect(result.status == 76 && result.errors.contains("to tell the room: rooms sync"), "\(result)")
        try server.setFaults("{}")
        let sync = try worker.rooms("sync")
        #expect(sync.status == 0 && sync.output.contains("the new end of \(id.prefix(6)) Kyiv 01"), "\(sync)")
        let again = try worker.rooms("sync")
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
        #expect(try worker.bookings == before.0 && server.calendar == before.1)
    }

    @Test(
        "If something fails inside the server during an extension, extend tells the room again, or says that it may not know the end",
        arguments: ["1", "true"])
    func extensionFailsInside(times: String) throws {
        let (server, id) = try booked()
        let fault = #""times": \#(times), "code": "ErrorInternalServerError", "style": "fault""#
        try server.setFaults(#"{"half_done": {"operation": "UpdateItem", \#(fault)}}"#)
        let result = try worker.rooms("extend", id, "--for", "5m")
        let asked = try tellings(server)
        if times == "1" {
            #expect(result.status == 0 && result.output.contains("06:00–07:05"), "\(result)")
            #expect(try asked == 2 && worker.bookings.map(\.status) == ["accepted"])
        } else {
            #expect(result.status == 76 && result.errors.contains("rooms cancel \(id.prefix(6))"), "\(result)")
            #expect(!result.output.contains("accepted") && result.errors.contains("rooms sync"), "\(result)")
            #expect(asked == 3)
        }
    }

    @Test("If the server fails inside an extension and then asks for a long rest, extend says what is unknown")
    func restsAfterFailure() throws {
        let (server, id) = try booked()
        let fault = #""times": 1, "code": "ErrorMailboxStoreUnavailable", "style": "message""#
        let rest = #""times": 1, "after": 1, "milliseconds": 120000"#
        try server.setFaults(
            #"{"half_done": {"operation": "UpdateItem", \#(fault)}, "busy": {"operation": "UpdateItem", \#(rest)}}"#)
        let result = try worker.rooms("extend", id, "--for", "5m")
        #expect(result.status == 75 && result.errors.contains("asked clients to wait"), "\(result)")
        #expect(result.errors.contains("It is unknown whether Kyiv 01 knows the new end"), "\(result)")
        #expect(try tellings(server) == 2)
    }

    @Test("If somebody has booked the time after the old end meanwhile, sync keeps the room, and says so once")
    func keepsRoom() throws {
        let (server, id) = try extended()
        let other = try Worker()
        try other.login(server)
        #expect(try other.rooms("book", "Kyiv 01", "--at", "tomorrow 7:00", "--for", "5m").status == 0)
        let sync = try worker.rooms("sync")
        #expect(sync.status == 0 && sync.output.contains("\(id.prefix(6)) Kyiv 01 is taken after "), "\(sync)")
        #expect(sync.output.contains("Your calendar is wrong: set the end there to "), "\(sync)")
        #expect(try tellings(server) == 3 && worker.bookings.map(\.status) == ["accepted", "accepted"])
        let again = try worker.rooms("sync")
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    }

    @Test("If the room knows the new end already, sync says so, and sends nothing")
    func knowsEnd() throws {
        let (server, id) = try extended("drop_answer")
        let sync = try worker.rooms("sync")
        #expect(sync.status == 0 && sync.output.contains("\(id.prefix(6)) Kyiv 01 knows the new end."), "\(sync)")
        #expect(try tellings(server) == 3 && stateAfterSeven() == "busy")
        let again = try worker.rooms("sync")
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    }

    @Test("A new end that the server refuses is named, once, and doesn't keep sync from the others")
    func refusesEnd() throws {
        let (server, id) = try extended()
        try server.setFaults(#"{"undecided": true}"#)
        try worker.rooms("book", "Kyiv 02", "--at", "tomorrow 10:00", "--wait", "1s")
        #expect(try worker.bookings.map(\.status) == ["accepted", "pending"])
        try server.setFaults(#"{"fault": {"times": true, "operation": "UpdateItem"}}"#)
        let failed = try worker.rooms("sync")
        #expect(failed.status == 76, "\(failed)")
        #expect(failed.errors.contains("\(id.prefix(6)) Kyiv 01 does not know its new end yet"), "\(failed)")
        #expect(try worker.bookings.map(\.status) == ["accepted", "accepted"])
        let refusal = #""times": true, "code": "ErrorAccessDenied", "style": "message""#
        try server.setFaults(#"{"half_done": {"operation": "UpdateItem", \#(refusal)}}"#)
        let refused = try worker.rooms("sync")
        #expect(refused.status == 76, "\(refused)")
        #expect(refused.errors.contains("\(id.prefix(6)) Kyiv 01 could not be told the new end"), "\(refused)")
        let again = try worker.rooms("sync")
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    }

    @Test("If another program has taken the room out of the meeting meanwhile, sync says that, and nothing of the end")
    func losesRoom() throws {
        let (server, _) = try extended()
        try server.setFaults(#"{"edit": {"times": 1, "rooms": []}}"#)
        let sync = try worker.rooms("sync")
        #expect(sync.output.contains("the room was taken out of the meeting"), "\(sync)")
        #expect(try !sync.output.contains("new end") && tellings(server) == 3, "\(sync)")
        #expect(try worker.rooms("sync").output.isEmpty)
    }

    @Test("If another program has moved the meeting to another room meanwhile, sync speaks of that room")
    func changesRoom() throws {
        let (server, id) = try extended()
        let rooms = try worker.free("--city", "Kyiv", "--all")
        let address = try #require(rooms.first { $0.name == "Kyiv 02" }?.address)
        try server.setFaults(#"{"edit": {"times": 1, "rooms": ["\#(address)"]}}"#)
        let sync = try worker.rooms("sync")
        #expect(sync.output.contains("\(id.prefix(6)) Kyiv 02 knows the new end."), "\(sync)")
        #expect(try tellings(server) == 3 && worker.bookings.first?.room == address)
    }

    @Test("If another program moves the end after the answer was lost, extend leaves that end alone")
    func leavesOtherEnd() throws {
        let (server, id) = try booked()
        // The first two times that the meeting is read are before the change.
        let edit = #""operation": "GetItem", "after": 2, "times": 1, "minutes": 30"#
        try server.setFaults(
            #"{"drop_answer": {"operation": "UpdateItem", "times": 1}, "edit": {\#(edit)}}"#)
        let result = try worker.rooms("extend", id, "--for", "5m")
        #expect(result.status == 75 && result.errors.contains("Another program has just changed"), "\(result)")
        #expect(try tellings(server) == 1)
        let sync = try worker.rooms("sync")
        #expect(sync.status == 0 && sync.output.contains("the new end of \(id.prefix(6)) Kyiv 01"), "\(sync)")
        let form = ISO8601DateFormatter()
        let booking = try #require(try worker.bookings.first)
        let (start, end) = (try #require(form.date(from: booking.start)), try #require(form.date(from: booking.end)))
        #expect(try tellings(server) == 1 && end.timeIntervalSince(start) == 95 * 60)
    }
}

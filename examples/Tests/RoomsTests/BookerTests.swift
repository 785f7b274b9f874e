import AppGroup
import Testing
import ToolProgram

@testable import rooms

@Suite("Changes of bookings that are canceled")
struct BookerTests {
    private let worker: Worker

    init() throws { worker = try Worker() }

    @Test("If a change of the end is canceled, the error says that its outcome is unknown, and has status 75")
    func canceled() async throws {
        let worker = worker
        let change = Task {
            while !Task.isCancelled { await Task.yield() }
            let booking = Booking(
                id: "0123456789abcdef0123456789abcdef", room: "room@example.com", roomName: "Room", subject: "Plain",
                start: Moment(seconds: 1_795_428_000), end: Moment(seconds: 1_795_429_800), status: .accepted,
                item: "item", created: Moment(seconds: 1_795_000_000))
            let account = Account(
                email: "anna@example.com", server: "https://mail.example.com/EWS/Exchange.asmx", authentication: .ntlm)
            var ledger = try Ledger(ProcessEnvironment(worker.environment))
            ledger.announce = { _, _ in }
            let booker = try Booker(
                ledger: ledger, server: ServerConnection.server(account, password: "", folder: worker.home.path))
            try await booker.setEnd(1_795_433_400, of: booking)
        }
        change.cancel()
        let error = await #expect(throws: ToolError.self) { try await change.value }
        #expect(error?.kind == .busy)
        let sentence = "The wait for the server was canceled. It is unknown whether Room knows the new end"
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }
}

import EWS
import ExamplesTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Failures of EWS")
struct FailureTests {
    @Test(
        "A busy server is reported with the time it wants, however it says so",
        arguments: ["fault", "status", "date", "many", "nested"])
    func busy(style: String) async throws {
        let server = try ExchangeServer()
        try server.setFaults(#"{"busy": {"times": 1, "milliseconds": 3000, "style": "\#(style)"}}"#)
        let client = try server.client()
        let error = await failure { try await client.roomLists() }
        #expect(error?.code == .busy)
        // A second may begin between the two dates of an answer.
        #expect([3000, style == "date" ? 2000 : 3000].contains(error?.backOffMilliseconds))
        #expect(try await client.roomLists().count == 5)
        #expect(try server.count("GetRoomLists") == 2)
    }

    @Test("After the server answered one of several requests that it is busy, no further one is sent")
    func busyBetweenRequests() async throws {
        let server = try ExchangeServer(plan: #"{"rooms": 250, "thinks": 0.5}"#)
        let client = try server.client { $0.backOff = SharedMemory() }
        _ = try await client.roomLists()
        let fault = #"{"busy": {"times": 1, "milliseconds": 60000, "operation": "GetUserAvailabilityRequest"}}"#
        try server.setFaults(fault)
        let mailboxes = (0..<250).map { EmailAddress("room\(String($0 + 1000).dropFirst())@example.com")! }
        let start = EWSTime("2026-11-23T08:00:00Z")!
        let question = AvailabilityQuestion(mailboxes, from: start, to: start.advanced(by: 86400))
        let error = await failure { try await client.availability(question) }
        #expect(error?.code == .busy && error?.backOffMilliseconds == 60_000)
        // A second one may have been on its way.
        #expect(try server.count("GetUserAvailabilityRequest") <= 2)
        let next = await failure { try await client.roomLists() }
        #expect(next?.code == .busy && next?.isUncertain == false)
        #expect(try server.count("GetRoomLists") == 1)
    }

    /// The back-off times that the clients of one process know.
    private final class SharedMemory: BackOffMemory {
        private let milliseconds = Mutex(0)
        func remaining() -> Int { milliseconds.withLock { $0 } }
        func keep(milliseconds: Int) { self.milliseconds.withLock { $0 = max($0, milliseconds) } }
    }

    @Test(
        "An answer that is no answer becomes an error, and the next request works",
        arguments: [
            ("html", "web page"), ("redirect", "busy"), ("cut", "not EWS"), ("bomb", "document type"),
            ("huge", "larger"),
            ("empty", "not EWS"), ("fault", "ErrorInternalServerError"),
        ])
    func spoiled(fault: String, words: String) async throws {
        let server = try ExchangeServer()
        try server.setFaults(#"{"\#(fault)": 1}"#)
        let client = try server.client { $0.answerLimit = 10 << 20 }
        let error = await failure { try await client.roomLists() }
        let codes: [String: EWSError.Code] = ["redirect": .busy, "fault": .refused]
        #expect(error?.code == codes[fault] ?? .notEWS)
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(try await client.roomLists().count == 5)
    }

    @Test("An address without EWS is named as such")
    func noEWS() async throws {
        let server = try ExchangeServer()
        let client = try server.client { $0.server = .init("https://localhost:\(server.port)/autodiscover/x")! }
        let error = await failure { try await client.roomLists() }
        #expect(error?.code == .notEWS)
        #expect(error?.status == 404)
        #expect(error?.description.contains("is the address right?") == true)
    }

    @Test(
        "If the answer to a booking is lost, the error says so, and the tag finds the one meeting",
        arguments: [false, true])
    func lostAnswer(afterLogin: Bool) async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        if afterLogin { _ = try await client.roomLists() }
        try server.setFaults(#"{"drop_answer": {"times": 2, "operation": "CreateItem"}}"#)
        let error = await failure { try await client.create(draft()) }
        #expect(error?.code == .unreachable)
        #expect(error?.isUncertain == true)
        #expect(try await client.items(tagged: "tag-1").count == 1)
        #expect(try server.count("CreateItem") == 1)
        #expect(try server.meetings.count == 1)
    }

    @Test("If the answer to a booking is no answer, the error says that it may have been made")
    func spoiledBooking() async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        try server.setFaults(#"{"cut": {"times": 1, "operation": "CreateItem"}}"#)
        let error = await failure { try await client.create(draft()) }
        #expect(error?.code == .notEWS)
        #expect(error?.isUncertain == true)
        #expect(try await client.items(tagged: "tag-1").count == 1)
    }

    @Test(
        "If a gateway gives up while the server books, the error says that the meeting may have been made",
        arguments: [500, 502, 504])
    func gateway(status: Int) async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        try server.setFaults(#"{"gateway": {"times": 1, "operation": "CreateItem", "status": \#(status)}}"#)
        let error = await failure { try await client.create(draft()) }
        #expect(error?.isUncertain == true && error?.status == status)
        #expect(try await client.items(tagged: "tag-1").count == 1)
    }

    @Test(
        "If something fails inside a server that books, the error keeps its code and says that the meeting may have been made",
        arguments: ["fault", "message"],
        [ResponseCode.internalServerError, .internalServerTransientError, .mailboxStoreUnavailable])
    func failsInside(style: String, code: ResponseCode) async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        try server.setFaults(
            #"{"half_done": {"times": 1, "operation": "CreateItem", "code": "\#(code)", "style": "\#(style)"}}"#)
        let error = await failure { try await client.create(draft()) }
        #expect(error?.isUncertain == true && error?.response?.code == code)
        #expect(try await client.items(tagged: "tag-1").count == 1)
    }

    @Test("A failure inside a server that was only asked is not uncertain, and neither is the refusal of a booking")
    func failsCertainly() async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        try server.setFaults(#"{"fault": {"times": 1, "operation": "GetRoomLists"}}"#)
        let question = await failure { try await client.roomLists() }
        #expect(question?.code == .refused && question?.isUncertain == false)
        let code = "ErrorSendMeetingInvitationsRequired"
        try server.setFaults(
            #"{"half_done": {"times": 1, "operation": "CreateItem", "code": "\#(code)", "style": "message"}}"#)
        let booking = await failure { try await client.create(draft()) }
        #expect(booking?.response?.code.rawValue == code && booking?.isUncertain == false)
    }

    @Test("If the answer to a request that changes nothing is lost once, the request is sent again")
    func lostQuestion() async throws {
        let server = try ExchangeServer()
        let client = try server.client()
        _ = try await client.roomLists()
        try server.setFaults(#"{"drop_answer": {"times": 1}}"#)
        #expect(try await client.roomLists().count == 5)
    }

    @Test("A silent server is given up, and a canceled call ends at once")
    func silence() async throws {
        let server = try ExchangeServer()
        try server.setFaults(#"{"silent": true}"#)
        let error = await failure { try await server.client { $0.seconds = 2 }.roomLists() }
        #expect(error?.code == .unreachable)
        #expect(error?.transferFailure == .silent)
        let client = try server.client()
        let task = Task { await failure { try await client.roomLists() } }
        let waiting = Task { await failure { try await client.roomLists() } }
        waiting.cancel()
        #expect(await waiting.value?.code == .canceled)
        task.cancel()
        #expect(await task.value?.code == .canceled)
    }

    @Test("An answer that keeps arriving may take longer than a server may be silent")
    func slowAnswer() async throws {
        let server = try ExchangeServer()
        try server.setFaults(#"{"slow": {"times": 1, "operation": "GetRoomLists", "seconds": 11}}"#)
        #expect(try await server.client { $0.seconds = 8 }.roomLists().count == 5)
    }

    @Test("A server that is not there is named, and nothing is uncertain")
    func unreachable() async throws {
        let client = try ExchangeServer().client { $0.server = .init("https://localhost:1/EWS/Exchange.asmx")! }
        let error = await failure { try await client.create(draft()) }
        #expect(error?.code == .unreachable)
        #expect(error?.isUncertain == false)
        #expect(error?.description == "localhost:1 can't be reached.")
    }
}

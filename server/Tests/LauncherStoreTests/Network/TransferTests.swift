import Downloading
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LauncherStore

@Suite("The HTTP client")
struct TransferTests {
    /// Sends a request to a server that answers like this.
    private func answer(
        _ answer: ScriptedServer.Answer, _ method: WebRequest.Method = .get, body: [UInt8]? = nil,
        limit: Int = 1 << 20, patience: Duration = .seconds(600)
    ) async throws -> (answer: ServerAnswer, request: ScriptedServer.Request) {
        let scripted = try ScriptedServer(["\(method.rawValue) /a": [answer]])
        let transport = try Transport(
            server: try ServerAddress(scripted.address), authorityFile: nil, patience: patience)
        var request = ServerRequest(method, "/a")
        request.body = body.map { BytesBody($0) }
        request.allowsCompression = true
        let result = try await transport.answerOnce(to: request, limit: limit)
        return (result, try #require(scripted.requests.first))
    }

    @Test(
        "A request has its method, its body and its length", arguments: [WebRequest.Method.post, .put], [0, 3, 3000])
    func bodies(method: WebRequest.Method, count: Int) async throws {
        let body = [UInt8](repeating: 97, count: count)
        let (answer, request) = try await answer(["text": "fine"], method, body: body)
        #expect(answer.status == 200 && answer.body == Array("fine".utf8))
        #expect(request.method == method.rawValue && request.body.utf8.elementsEqual(body))
        #expect(request.headers["content-length"] == "\(count)" && request.headers["expect"] == nil)
    }

    @Test("A request without a body has none", arguments: [WebRequest.Method.get, .head, .delete])
    func noBody(method: WebRequest.Method) async throws {
        let (answer, request) = try await answer(["text": "fine", "headers": ["X-Here": "yes"]], method)
        #expect(answer.status == 200 && answer.head["x-here"] == "yes")
        #expect(answer.body.isEmpty == (method == .head))
        #expect(request.headers["content-length"] == nil && request.headers["transfer-encoding"] == nil)
        #expect(request.headers["user-agent"]?.hasPrefix("launcher-store/") == true)
    }

    @Test("A compressed answer is decompressed")
    func compressed() async throws {
        let (answer, request) = try await answer(["text": "abc", "repeat": 100_000, "gzip": true])
        #expect(answer.body.count == 300_000 && request.headers["accept-encoding"] == "gzip")
    }

    @Test("A compressed answer that gets too large is refused before it is decompressed whole")
    func bomb() async throws {
        let failure = await #expect(throws: TransportFailure.self) {
            try await answer(["text": "a", "repeat": 100_000_000, "gzip": true], limit: 1 << 20)
        }
        guard case .tooLarge = failure else { throw try #require(failure) }
    }

    @Test("Of a refusal that is longer than it may be, the head is left", arguments: [401, 502])
    func longRefusal(status: Int) async throws {
        let (answer, _) = try await answer(["status": status, "text": "a", "repeat": 200_000], limit: 1 << 16)
        #expect(answer.status == status && answer.body.isEmpty)
    }

    @Test("An answer that cannot be decompressed is refused")
    func notCompressed() async throws {
        let failure = await #expect(throws: TransportFailure.self) {
            try await answer(["text": "plain", "headers": ["Content-Encoding": "gzip"]])
        }
        guard case .nonsense = failure else { throw try #require(failure) }
    }

    @Test(
        "An answer that is not HTTP is refused",
        arguments: ["nonsense", "HTTP/1.1 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n"])
    func nonsense(raw: String) async throws {
        let failure = await #expect(throws: TransportFailure.self) { try await answer(["raw": raw]) }
        guard case .nonsense = failure else { throw try #require(failure) }
    }

    @Test("A head without an end is refused")
    func endlessHead() async throws {
        let head =
            "HTTP/1.1 200 OK\r\n" + String(repeating: "X-A: \(String(repeating: "a", count: 1000))\r\n", count: 1000)
        let failure = await #expect(throws: TransportFailure.self) { try await answer(["raw": head]) }
        guard case .nonsense = failure else { throw try #require(failure) }
    }

    @Test("A server that ends the connection without an answer has cut it")
    func nothing() async throws {
        let failure = await #expect(throws: TransportFailure.self) { try await answer(["raw": ""]) }
        guard case .cut = failure else { throw try #require(failure) }
    }

    @Test("A server that falls silent has cut the connection", arguments: [false, true])
    func silence(isInTheMiddle: Bool) async throws {
        let script: ScriptedServer.Answer = isInTheMiddle ? ["text": "abc", "pause": [1, 600]] : ["delay": 600]
        // Without patience of its own, the client would get the whole answer.
        let failure = await #expect(throws: TransportFailure.self) { try await answer(script, patience: .seconds(2)) }
        guard case .cut("nothing more came") = failure else { throw try #require(failure) }
    }

    @Test("A transfer of a few bytes a second counts as cut", .timeLimit(.minutes(10)))
    func fewBytes() async throws {
        let script: ScriptedServer.Answer = ["text": "a", "repeat": 10_000, "dribble": 0.1]
        let failure = await #expect(throws: TransportFailure.self) { try await answer(script, patience: .seconds(2)) }
        guard case .cut("nothing more came") = failure else { throw try #require(failure) }
    }

    @Test("A document that takes too long is not asked for again", .timeLimit(.minutes(10)))
    func tooLong() async throws {
        let scripted = try ScriptedServer(["GET /a": [["text": "a", "repeat": 10_000, "dribble": 0.1]]])
        var transport = try Transport(
            server: try ServerAddress(scripted.address), authorityFile: nil, patience: .seconds(600))
        transport.longestDocument = .seconds(2)
        let failure = await #expect(throws: ClientError.self) {
            try await transport.answer(to: ServerRequest(.get, "/a"), limit: 1 << 20)
        }
        #expect(failure?.code == .tryLater)
        // On a busy machine, the server may only now note the request.
        #expect(await comesTrue { !scripted.requests.isEmpty })
        #expect(scripted.requests.count == 1)
    }

    @Test("A server that asks for a pause beyond the time for a document is not asked again", .timeLimit(.minutes(10)))
    func pausesTooLong() async throws {
        let scripted = try ScriptedServer(["GET /a": [["status": 503, "headers": ["Retry-After": "60"]]]])
        var transport = try Transport(server: try ServerAddress(scripted.address), authorityFile: nil)
        transport.longestDocument = .seconds(60)
        let answer = try await transport.answer(to: ServerRequest(.get, "/a"), limit: 1 << 20)
        #expect(answer.status == 503 && scripted.requests.count == 1)
    }

    @Test("A task that is canceled ends its transfer")
    func canceled() async throws {
        let scripted = try ScriptedServer(["GET /a": [["delay": 3600]]])
        let transport = try Transport(
            server: try ServerAddress(scripted.address), authorityFile: nil, patience: .seconds(600))
        let task = Task { try await transport.answerOnce(to: ServerRequest(.get, "/a"), limit: 1 << 20) }
        #expect(await comesTrue { !scripted.requests.isEmpty })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Nobody who listens is told from a host that does not exist")
    func unreachable() async throws {
        let port = try FreePort.take()
        for (address, reason) in [
            ("http://127.0.0.1:\(port)", "no server listens there"),
            ("https://nowhere.invalid", "there is no such host"),
        ] {
            let transport = try Transport(server: try ServerAddress(address), authorityFile: nil)
            let failure = await #expect(throws: TransportFailure.self) {
                try await transport.answerOnce(to: ServerRequest(.get, "/a"), limit: 100)
            }
            guard case .unreachable(reason) = failure else { throw try #require(failure) }
        }
    }

    @Test("A failure of this machine is reported without advice about the network")
    func unsent() throws {
        let failure = TransportFailure.unsent("There is no libcurl. Install it.")
        let said = failure.described(try ServerAddress("https://catalog.example.com"), trusting: nil)
        #expect(said.description == "There is no libcurl. Install it.")
    }

    @Test("A server that has answered gets more attempts once it cannot be reached, but another host does not")
    func restarting() async throws {
        let scripted = try ScriptedServer(["GET /a": [["text": "fine"]]])
        let transport = try Transport(server: try ServerAddress(scripted.address), authorityFile: nil)
        let failure = TransportFailure.unreachable("no server listens there")
        let policy = transport.policy
        #expect(transport.pause(after: policy.attemptsToConnect, failure) == nil)
        _ = try await transport.answerOnce(to: ServerRequest(.get, "/a"), limit: 100)
        #expect(transport.pause(after: policy.attemptsToReconnect - 1, failure) != nil)
        #expect(transport.pause(after: policy.attemptsToReconnect, failure) == nil)
        let elsewhere = TransportFailure.elsewhere(host: "bucket.example.com", failure)
        #expect(transport.pause(after: policy.attemptsToConnect, elsewhere) == nil)
    }

    @Test("The attempts to reach a server again last longer than the five seconds after which systemd restarts it")
    func longEnough() {
        let policy = RetryPolicy()
        let pauses = (1..<policy.attemptsToReconnect).map { policy.backoff.pause(after: $0) }
        #expect(pauses.reduce(Duration.zero, +) > Duration.seconds(7))
    }

    @Test(
        "The advice about a server that is not trusted fits the reason",
        arguments: [
            (Distrust.unknownAuthority, true, false, false), (.otherName, false, false, false),
            (.expired, false, true, false), (.notYetValid, false, true, false), (.noEncryption, false, false, true),
        ])
    func advice(distrust: Distrust, namesAuthority: Bool, namesClock: Bool, namesPlainAddress: Bool) throws {
        let failure = TransportFailure.untrusted(distrust)
        let words = failure.described(try ServerAddress("https://localhost:8443"), trusting: nil).description
        #expect(words.contains("--ca-file") == namesAuthority, "\(words)")
        #expect(words.contains("clock") == namesClock, "\(words)")
        #expect(words.contains("http://localhost:8443") == namesPlainAddress, "\(words)")
        let elsewhere = failure.described(try ServerAddress("https://tools.example.com"), trusting: nil).description
        #expect(!elsewhere.contains("http://"), "\(elsewhere)")
    }

    @Test("Several transfers run at the same time")
    func parallel() async throws {
        let scripted = try ScriptedServer(["GET /a": [["meet": 8, "text": "fine"]]])
        let transport = try Transport(server: try ServerAddress(scripted.address), authorityFile: nil)
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { try await transport.answerOnce(to: ServerRequest(.get, "/a"), limit: 100).body }
            }
            for try await body in group { #expect(body == Array("fine".utf8)) }
        }
    }

    @Test("The authority of a file is trusted, and so are those of the system")
    func authorities() async throws {
        let certificate = try TestCertificate()
        let scripted = try ScriptedServer(["GET /a": [["text": "fine"]]], certificate: certificate)
        let server = try ServerAddress(scripted.address)
        let transport = try Transport(server: server, authorityFile: certificate.file)
        #expect(try await transport.answerOnce(to: ServerRequest(.get, "/a"), limit: 100).status == 200)
        let other = try TestCertificate()
        let stranger = try Transport(server: server, authorityFile: other.file)
        let failure = await #expect(throws: TransportFailure.self) {
            try await stranger.answerOnce(to: ServerRequest(.get, "/a"), limit: 100)
        }
        guard case .untrusted = failure else { throw try #require(failure) }
    }
}

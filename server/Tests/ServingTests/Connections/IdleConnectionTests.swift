import Foundation
import Hummingbird
import Logging
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

@Suite("Connections that do nothing useful")
struct IdleConnectionTests {
    /// A server in this process. Its connections may be idle for a second, and its clients must take 1 KiB a second.
    ///
    /// - Parameters:
    ///   - patience: All of its time limits, if they are not the short ones.
    ///   - waitingBytes: How many bytes may wait for all connections.
    private static func serve<Result: Sendable>(
        patience: TimeAmount? = nil, waitingBytes: Int = ConnectionLimits().waitingBytes,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: @escaping @Sendable (RawClients.Server) async throws -> Result
    ) async throws -> Result {
        let router = Router()
        router.get("small") { _, _ in "small" }
        router.get("host") { request, _ in request.head.authority ?? "none" }
        router.get("large") { _, _ in ByteBuffer(repeating: UInt8(ascii: "x"), count: 4 << 20) }
        router.post("body") { request, _ in "\(try await request.body.collect(upTo: 1 << 20).readableBytes)" }
        router.post("later") { request, _ in
            // Longer than a connection may be idle.
            try await Task.sleep(for: .seconds(4))
            let isAsked = request.headers[.expect] == nil
            return "\(isAsked ? try await request.body.collect(upTo: 4 << 20).readableBytes : 0)"
        }
        let (ports, port) = AsyncStream<Int>.makeStream()
        var limits = ConnectionLimits()
        (limits.window, limits.pace, limits.waitingBytes) = (patience ?? .seconds(2), 2 << 10, waitingBytes)
        (limits.idle, limits.farewell) = (patience ?? .seconds(1), patience ?? .seconds(1))
        let application = Application(
            router: router, server: try .bounded(nil, ConnectionTally(limits: limits)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let number = channel.localAddress?.port { port.yield(number) }
            }, logger: logger)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await application.runService(gracefulShutdownSignals: [])
                return nil
            }
            var numbers = ports.makeAsyncIterator()
            let number = try #require(await numbers.next())
            group.addTask { try await body(RawClients.Server(port: number)) }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    @Test(
        "A connection on which nothing useful arrives is closed",
        arguments: [
            // Nothing; half a head; a head that never ends, a byte at a time.
            "", "GET /small HTTP/1.1\r\nHost: local", "drip GET /small HTTP/1.1\r\nX: ",
            // A whole request and then nothing; half of a body; a body that stops after the answer.
            "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
            "drip POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhalf",
        ])
    func isClosed(sent: String) async throws {
        let program = """
            drips, text = own.startswith("drip "), own.removeprefix("drip ")
            connection = connect()
            connection.sendall(text.encode())
            connection.settimeout(0.1)
            answer = False
            for _ in range(6000):
                try:
                    if not connection.recv(65536):
                        answer = True
                        break
                except TimeoutError:
                    try:
                        if drips: connection.send(b"x")
                    except OSError: pass
                except OSError:
                    answer = True
                    break
            """
        let isClosed: Bool = try await Self.serve { try await RawClients.run(program, on: $0, given: sent) }
        #expect(isClosed)
    }

    @Test(
        "A connection ends with the answer to a request that asks for it in any way, or after which nothing can be decoded",
        arguments: [
            "GET /small HTTP/1.0\r\n\r\n", "GET /small HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
            "GET /small HTTP/1.1\r\nHost: a\r\nConnection: TE, close\r\n\r\n",
            "GET /small HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET /small HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func endsWithItsAnswer(request: String) async throws {
        let program = """
            with connect() as connection:
                connection.settimeout(120)
                connection.sendall(own.encode())
                answer = True
                try:
                    while connection.recv(65536): pass
                except TimeoutError: answer = False
            """
        // No limit of the server's ends it before the client has given up.
        let hasEnded: Bool = try await Self.serve(patience: .hours(1)) {
            try await RawClients.run(program, on: $0, given: request)
        }
        #expect(hasEnded)
    }

    private static let small = "GET /small HTTP/1.1\r\nHost: a\r\n"
    private static let old = "GET /small HTTP/1.0\r\nConnection: keep-alive\r\n"
    private static let change = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"

    @Test(
        "Nothing is answered after the request with which a connection is to end, and its answer says so",
        arguments: [
            ("\(small)Connection: close\r\n\r\n\(small)\r\n", 1),
            ("\(small)\r\n\(small)Connection: close\r\n\r\n\(small)\r\n", 2),
            ("\(small)Connection: close\r\n\r\n\u{1}nonsense\r\n\r\n", 1),
            ("\(old)\r\n\(old)Host: a\r\nHost: b\r\n\r\n", 1),
            ("\(change)\(small)X: \(String(repeating: "x", count: 2000))\r\n\r\n", 1),
        ])
    func endsAnswering(requests: String, count: Int) async throws {
        let program = """
            with connect() as connection:
                connection.sendall(own.encode())
                received = b""
                while piece := connection.recv(65536): received += piece
                answer = [status + b" " + (b"close" if b"connection: close" in head.lower() else b"") for status, head in
                    re.findall(rb"HTTP/1.1 (\\d+)(.*?\\r\\n)\\r\\n", received, re.DOTALL)]
                answer = [line.decode() for line in answer]
            """
        // Unread answers and held requests count as too many at once; the answer to a change is given nevertheless.
        let isShort = requests.hasPrefix(Self.change)
        let answers: [String] = try await Self.serve(waitingBytes: isShort ? 0 : 1 << 20) {
            try await RawClients.run(program, on: $0, given: requests)
        }
        #expect(answers == Array(repeating: "200 ", count: count - 1) + ["200 close"])
    }

    @Test(
        "A connection stays open while the server does not take the body yet",
        arguments: [
            "Content-Length: 4000000", "Content-Length: 4000000\r\nExpect: 100-continue",
        ])
    func staysOpen(headers: String) async throws {
        let program = """
            connection = connect()
            connection.sendall(f"POST /later HTTP/1.1\\r\\nHost: localhost\\r\\n{own}\\r\\n\\r\\n".encode())
            if "Expect" not in own: connection.sendall(b"x" * 4000000)
            status, _, body = Reader(connection).answer()
            answer = body.decode()
            """
        let answer: String = try await Self.serve { try await RawClients.run(program, on: $0, given: headers) }
        #expect(answer == (headers.contains("Expect") ? "0" : "4000000"))
    }

    struct Undecodable: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: String
        var statuses = [400]
        var word = "malformed"
    }

    @Test(
        "A request whose head can't be decoded or isn't allowed is answered in JSON, and its connection is closed",
        arguments: [
            Undecodable(testDescription: "a control character", bytes: "GET /small HTTP/1.1\r\nX: a\u{1}b\r\n\r\n"),
            Undecodable(testDescription: "no HTTP", bytes: "\u{16}\u{3}\u{1}\r\n\r\n"),
            Undecodable(
                testDescription: "a long header",
                bytes: "GET /small HTTP/1.1\r\nX: \(String(repeating: "x", count: 20000))",
                statuses: [431], word: "headersTooLarge"),
            Undecodable(
                testDescription: "a second request, sent with a good one",
                bytes: "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nX: \u{1}\r\n\r\n",
                statuses: [200, 400]),
            Undecodable(testDescription: "no host", bytes: "POST /body HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"),
            Undecodable(
                testDescription: "no host, and then no HTTP", bytes: "GET /small HTTP/1.1\r\n\r\n\u{16}\u{3}\r\n\r\n"),
            Undecodable(
                testDescription: "two hosts", bytes: "GET /small HTTP/1.1\r\nHost: localhost\r\nhost: other\r\n\r\n"),
            Undecodable(
                testDescription: "two hosts in HTTP/1.0", bytes: "GET /small HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"),
            Undecodable(
                testDescription: "no host in a second request, before a third one",
                bytes: "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\nGET /small HTTP/1.1\r\n\r\n"
                    + "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n",
                statuses: [200, 400]),
            Undecodable(testDescription: "no valid host", bytes: "GET /small HTTP/1.1\r\nHost: a b\r\n\r\n"),
            Undecodable(
                testDescription: "no valid host in the target",
                bytes: "GET http://user@b/small HTTP/1.1\r\nHost: a\r\n\r\n"),
            Undecodable(
                testDescription: "a body that is compressed on its way",
                bytes: "\(small)Transfer-Encoding: gzip, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
                statuses: [501], word: "unsupported"),
            Undecodable(
                testDescription: "a body in an unknown coding, in a second request",
                bytes: "\(small)\r\n\(small)Transfer-Encoding: new\r\n\r\nbody", statuses: [200, 501],
                word: "unsupported"),
            Undecodable(
                testDescription: "no host, but one in the target", bytes: "GET http://b/small HTTP/1.1\r\n\r\n"),
        ])
    func isRefused(request: Undecodable) async throws {
        struct Answer: Decodable {
            let statuses: [Int]
            let body: String
        }
        let program = """
            with connect() as connection:
                connection.sendall(own["bytes"].encode())
                reader, statuses = Reader(connection), []
                for _ in range(own["count"]):
                    status, _, body = reader.answer()
                    statuses.append(status)
                try: reader.more()
                except (EOFError, ConnectionError): answer = {"statuses": statuses, "body": body.decode()}
            """
        struct Own: Encodable, Sendable {
            let bytes: String
            let count: Int
        }
        let own = Own(bytes: request.bytes, count: request.statuses.count)
        let lines = Guarded<[String]>([])
        let answer: Answer = try await Self.serve(logger: Logger(into: lines)) {
            try await RawClients.run(program, on: $0, given: own)
        }
        #expect(answer.statuses == request.statuses)
        let line = lines.withLock { $0.filter { $0.contains(#""message":"request refused""#) } }
        #expect(line.count == 1 && line.allSatisfy { $0.contains(#""address":"127.0.0.1""#) }, "\(line)")
        #expect(line.first?.contains(#""code":"\#(request.word)""#) == true, "\(line)")
        #expect(answer.body.hasPrefix(#"{"error":{"code":"\#(request.word)","message":"#))
    }

    @Test(
        "A host in the target of a request counts instead of the field Host",
        arguments: ["http://b:80/host", "HTTPS://b:80/host?x=/"])
    func targetHost(target: String) async throws {
        let program = """
            answer = answer_to(f"GET {own} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n".encode())[2].decode()
            """
        let host: String = try await Self.serve { try await RawClients.run(program, on: $0, given: target) }
        #expect(host == "b:80")
    }

    @Test func `The answer to a change that was made is never replaced by a refusal`() async throws {
        let requests = [
            "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody", "GET /small HTTP/1.1\r\nHost: a\r\n\r\n",
        ]
        let program = """
            answer = [answer_to(request.encode())[0] for request in own]
            """
        let statuses: [Int] = try await Self.serve(waitingBytes: 0) {
            try await RawClients.run(program, on: $0, given: requests)
        }
        #expect(statuses == [200, 503])
    }

    @Test func `A request of HTTP/1.0 needs no host`() async throws {
        let program = """
            answer = answer_to(b"GET /small HTTP/1.0\\r\\n\\r\\n")[2].decode()
            """
        let answer: String = try await Self.serve { try await RawClients.run(program, on: $0, given: 0) }
        #expect(answer == "small")
    }

    @Test func `An answer that takes longer than a connection may be idle arrives completely`() async throws {
        let program = """
            answer = read_steadily(get("/large"), 1, 0.05, 65536)
            """
        let sizes: [Int] = try await Self.serve { try await RawClients.run(program, on: $0, given: 0) }
        #expect(sizes == [4 << 20])
    }
}

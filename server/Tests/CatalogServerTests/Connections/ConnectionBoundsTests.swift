import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Limits on connections and on what waits for them")
struct ConnectionBoundsTests {
    private struct Outcome: Decodable {
        let statuses: [Int]
        let body: String
        let head: String
        let later: Int
    }

    /// Opens connections that stay, one after another, and sends a request on each. A connection that is closed without an answer
    /// has status 0. Then all are closed.
    private static let opening = """
        connections, statuses, body, head = [], [], b"", b""
        for _ in range(own):
            try:
                connection = connect()
                connection.sendall(get("/healthz"))
                status, first, text = Reader(connection).answer()
                if status == 503: head, body = first, text
                statuses.append(status)
                connections.append(connection)
            except (EOFError, OSError): statuses.append(0)
        for connection in connections: connection.close()
        for _ in range(600):
            try:
                later = answer_to(get("/healthz"))[0]
                if later == 200: break
            except (EOFError, OSError): later = 0
            time.sleep(0.1)
        answer = {"statuses": statuses, "body": body.decode(), "head": head.decode(), "later": later}
        """

    @Test("If there are too many connections, new ones get status 503 and are closed", arguments: [false, true])
    func tooMany(isEncrypted: Bool) async throws {
        let folder = try TemporaryFolder()
        var options = ["--connections", "20"]
        if isEncrypted {
            let (certificate, key) = try await folder.makeCertificate("server")
            options += ["--tls-certificate", certificate, "--tls-key", key]
        }
        let server = try await RunningServer(options: options)
        let outcome: Outcome = try await RawClients.run(Self.opening, on: server.raw, given: 40)
        #expect(outcome.statuses.prefix(20).allSatisfy { $0 == 200 })
        #expect(outcome.statuses.dropFirst(20).first == 503)
        #expect(outcome.statuses.dropFirst(20).allSatisfy { $0 == 503 || $0 == 0 }, "\(outcome.statuses)")
        #expect(outcome.body.contains(#""overloaded""#))
        #expect(outcome.head.contains("Retry-After: 5") && outcome.head.contains("Connection: close"))
        #expect(outcome.later == 200)
    }

    @Test("If there are too many connections to refuse each with status 503, the rest are closed at once")
    func farTooMany() async throws {
        let server = try await RunningServer(options: ["--connections", "20"])
        let program = """
            silent = [connect() for _ in range(200)]
            for _ in range(600):
                closed = [each for each in silent if select.select([each], [], [], 0)[0]]
                if len(closed) >= 200 - 20: break
                time.sleep(0.1)
            answer = len(closed)
            """
        let closed: Int = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(closed == 180)
    }

    @Test("A server that may open few files survives more connections than that")
    func fewFiles() async throws {
        let server = try await RunningServer(launcher: ["/usr/bin/prlimit", "--nofile=300:300", "--"])
        let outcome: Outcome = try await RawClients.run(Self.opening, on: server.raw, given: 700)
        #expect(outcome.statuses.filter { $0 == 200 }.count >= 80)
        #expect(outcome.later == 200)
    }

    private struct Waiting: Decodable {
        let most: Int
        let refused: Int
        let status: Int
        let short: Int
        let later: Int
    }

    @Test("If too many bytes wait for clients, an answer that does not fit becomes status 503 until they are gone")
    func tooMuchWaits() async throws {
        let server = try await RunningServer(options: ["--waiting-mebibytes", "8"])
        let program = """
            before = resident()
            connections = [connect() for _ in range(400)]
            for connection in connections: send_until_full(connection, get("/openapi.json") * 40)
            most, status = 0, 200
            for _ in range(600):
                most = max(most, resident() - before)
                status = answer_to(get("/openapi.json") * 40)[0]
                if status == 503: break
                time.sleep(0.1)
            short = answer_to(get("/healthz"))[0]
            for connection in connections: connection.close()
            for _ in range(600):
                later = answer_to(get("/openapi.json"))[0]
                if later == 200: break
                time.sleep(0.1)
            refused = metric("http_server_refused_connections_total")
            answer = {"most": most, "refused": int(refused), "status": status, "short": short,
                "later": later}
            """
        let outcome: Waiting = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(outcome.status == 503)
        #expect(outcome.short == 200)
        // What waits, and the connections themselves.
        #expect(outcome.most <= 40 << 20)
        #expect(outcome.refused > 0)
        #expect(outcome.later == 200)
    }
}

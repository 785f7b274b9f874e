import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

struct PipeliningTests {
    private struct Given: Encodable {
        let seed: Int
        /// Whether the client ends its side after the last request.
        let hangsUp: Bool
    }

    private struct Outcome: Decodable {
        let expected: [String]
        let actual: [String]
    }

    /// Requests of every shape in random order, sent in random pieces, while another thread reads the answers.
    private static let program = """
        import random, threading
        chance = random.Random(own["seed"])
        login = b'{"user":"nobody","password":""'
        kinds = [
            ("200 alive", get("/healthz")),
            ("200 large", get("/openapi.json")),
            ("404 none", get("/nothing/" + "x" * 700)),
            ("200 head", b"HEAD /openapi.json HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"),
            ("400 body", b"POST /v1/login HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: %d\\r\\n\\r\\n%b" % (len(login), login)),
            ("400 body", b"POST /v1/login HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"
                b"%x\\r\\n%b\\r\\n0\\r\\n\\r\\n" % (len(login), login)),
            ("401 early", b"PUT /v1/uploads/%b HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 40000\\r\\n\\r\\n%b"
                % (b"0" * 64, b"y" * 40000)),
        ]
        chosen = [chance.choice(kinds) for _ in range(250)]
        stream = b"".join(request for _, request in chosen)
        connection = connect()
        def send():
            rest = stream
            while rest:
                size = chance.choice([1, 7, 100, 1000, 5000, 30000])
                connection.sendall(rest[:size])
                rest = rest[size:]
            if own["hangsUp"]: connection.shutdown(socket.SHUT_WR)
        sender = threading.Thread(target=send)
        sender.start()
        reader, actual = Reader(connection), []
        for name, _ in chosen:
            status, _, body = reader.answer(has_body=name != "200 head")
            word = {b"ok\\n": "alive"}.get(body) or ("large" if len(body) > 50000 else
                {200: "head", 404: "none", 400: "body", 401: "early"}.get(status, "other"))
            actual.append(f"{status} {word}")
        sender.join()
        answer = {"expected": [name for name, _ in chosen], "actual": actual}
        """

    @Test(arguments: [1, 2, 3])
    func `Pipelined requests are all answered, in their order`(seed: Int) async throws {
        let server = try await RunningServer()
        let outcome: Outcome = try await RawClients.run(
            Self.program, on: server.raw, given: Given(seed: seed, hangsUp: false))
        #expect(outcome.actual == outcome.expected)
    }

    @Test func `A client that ends its side after its last request still gets all answers`() async throws {
        let server = try await RunningServer()
        let program = """
            with connect() as connection:
                connection.sendall(get("/openapi.json") * 100 + get("/healthz"))
                connection.shutdown(socket.SHUT_WR)
                reader = Reader(connection)
                answer = [len(reader.answer()[2]) for _ in range(101)]
            """
        let sizes: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(sizes == Array(repeating: PackageResources.openapi_json.count, count: 100) + [3])
    }

    @Test func `Nonsense after a request is answered with status 400, after the answer to the request`() async throws {
        let server = try await RunningServer()
        let program = """
            with connect() as connection:
                connection.sendall(get("/openapi.json") + get("/healthz") + b"\\x01nonsense\\r\\n\\r\\n")
                reader = Reader(connection)
                answer = [reader.answer()[0] for _ in range(3)]
            """
        let statuses: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(statuses == [200, 200, 400])
    }

    @Test func `A broken body is refused at once, even after another request`() async throws {
        let server = try await RunningServer()
        let program = """
            with connect() as connection:
                broken = b"POST /v1/login HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n"
                connection.sendall(get("/healthz") + broken)
                reader = Reader(connection)
                answer = [reader.answer()[0] for _ in range(2)]
            """
        let statuses: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(statuses == [200, 400])
    }

    @Test func `A request that is cut off does not damage the answer before it`() async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = try await folder.makeCertificate("server")
        let server = try await RunningServer(
            options: ["--tls-certificate", certificate, "--tls-key", key], dataIn: folder)
        let program = """
            import fcntl, sys, termios
            def arrived(connection):
                return int.from_bytes(fcntl.ioctl(connection.fileno(), termios.FIONREAD, bytes(4)), sys.byteorder)
            whole = answer_to(get("/openapi.json"))[2]
            def are_whole(count):
                with connect(small=True) as connection:
                    connection.sendall(get("/openapi.json") * count + b"GET /x")
                    # The first answer has begun, and waits, since nobody reads it.
                    while arrived(connection) < 4096: time.sleep(0.01)
                    socket.socket.shutdown(connection, socket.SHUT_WR)
                    reader = Reader(connection)
                    return [reader.answer()[2] == whole for _ in range(count)]
            answer = [are_whole(count) for count in (1, 2, 3)]
            """
        let answers: [[Bool]] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(answers == [[true], [true, true], [true, true, true]])
    }

    @Test func `A request of HTTP/1.0 gets no interim answer`() async throws {
        let server = try await RunningServer()
        let program = """
            answer = []
            for version in ("1.1", "1.0"):
                head = f"POST /v1/login HTTP/{version}\\r\\nHost: a\\r\\nExpect: 100-continue\\r\\nContent-Length: 2\\r\\n\\r\\n{{}}"
                answer.append(answer_to(head.encode())[0])
            """
        let statuses: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(statuses == [100, 400])
    }

    /// Requests that are refused by their heads, and the answers.
    private static let refused = [
        "POST /v1/login": 413, "POST /v1/releases": 401, "DELETE /healthz": 405, "POST /nothing": 404,
        "POST /publish": 303,
    ]

    @Test func `A request that is refused before its body was asked for ends the connection, and the body is dropped`()
        async throws
    {
        let server = try await RunningServer()
        let program = """
            def outcome(request, attempts=5):
                with connect() as connection:
                    fields = "Host: a\\r\\nExpect: 100-continue\\r\\nContent-Length: 3000000\\r\\n\\r\\n"
                    connection.sendall(f"{request} HTTP/1.1\\r\\n{fields}".encode())
                    reader = Reader(connection)
                    status, head, _ = reader.answer()
                    if b"\\r\\nconnection: close\\r\\n" not in head.lower() + b"\\r\\n": return 0
                    # Less than the server waits for the rest of a body that it refuses. One that waits for it never ends in time,
                    # one on a busy machine does so at another attempt.
                    connection.settimeout(4)
                    try: reader.more()
                    except EOFError: pass
                    except TimeoutError: return outcome(request, attempts - 1) if attempts > 1 else 0
                    connection.settimeout(600)
                    connection.sendall(bytes(3000000))
                    return status
            answer = {request: outcome(request) for request in own}
            """
        let statuses: [String: Int] = try await RawClients.run(
            program, on: server.raw, given: Array(Self.refused.keys))
        #expect(statuses == Self.refused)
    }

    @Test func `A body that was asked for, or sent without being asked for, leaves the connection open`() async throws {
        let server = try await RunningServer()
        let program = """
            answer = []
            for path, waits in (("/v1/login", True), ("/nothing", False)):
                with connect() as connection:
                    reader = Reader(connection)
                    head = f"POST {path} HTTP/1.1\\r\\nHost: a\\r\\nExpect: 100-continue\\r\\nContent-Length: 2\\r\\n\\r\\n".encode()
                    connection.sendall(head if waits else head + b"{}")
                    if waits:
                        answer.append(reader.answer()[0])
                        connection.sendall(b"{}")
                    answer.append(reader.answer()[0])
                    connection.sendall(get("/healthz"))
                    answer.append(reader.answer()[0])
            """
        let statuses: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(statuses == [100, 400, 200, 404, 200])
    }
}

import AppCatalog
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Clients that send many requests and read no answers")
struct UnreadAnswersTests {
    /// What is asked for, by which kind of answer it gets.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case page, icon, catalog, description, download

        var testDescription: String { rawValue }
    }

    private struct Attack: Encodable {
        let path: String
        let header: String
        var connections = 32
        var requests = 3000
        /// How many answers there must be before the client gives up.
        var served = 0
    }

    private struct Outcome: Decodable {
        let grown: Int
        let rest: Int
        let served: Int
        let isServing: Bool
    }

    /// Each connection sends requests until the system takes no more. The memory is watched until nothing more is answered, and
    /// then again once all have hung up.
    private static let attack = """
        request = get(own["path"], own["header"])
        # What every server needs once does not count. No connection may wait for its next request: on a busy machine, that could
        # take longer than the server keeps it open.
        for _ in range(4):
            readers = []
            for _ in range(32):
                readers.append(Reader(connect()))
                readers[-1].connection.sendall(request)
            for reader in readers:
                assert reader.answer()[0] == 200
                reader.connection.close()
        def served(): return metric("http_server_request_duration_seconds_count")
        before, first = resident(), served()
        connections = [connect(small=True) for _ in range(own["connections"])]
        most, last, still = 0, -1, 0
        bound = (own["connections"] << 18) + (16 << 20)
        # On a busy machine, some threads of the server may stand still while another one says how much was answered.
        end = time.monotonic() + 600
        def is_early(): return last - first < own["served"] and time.monotonic() < end
        while (still < 3 or is_early()) and most <= bound:
            for connection in connections: send_until_full(connection, request * own["requests"])
            now = served()
            most = max(most, resident() - before)
            still = still + 1 if now - last <= 1 else 0
            last = now
            time.sleep(0.2)
        is_serving = answer_to(request)[0] == 200
        for connection in connections: connection.close()
        for _ in range(600):
            rest = resident() - before
            if rest < 12 << 20 and metric("http_server_connections") <= 1: break
            time.sleep(0.1)
        answer = {"grown": most, "rest": rest, "served": int(last - first), "isServing": is_serving}
        """

    @Test(
        "Every connection takes little memory, no matter which kind of answer it leaves unread",
        // What TLS keeps does not depend on what is in the answer, but a download is sent in another way than others.
        arguments: Kind.allCases.map { ($0, false) } + [(.page, true), (.download, true)])
    func takesLittle(kind: Kind, isEncrypted: Bool) async throws {
        // On a busy machine, the first answers may take long to read, and must not be cut.
        let (server, common) = try await Self.server(kind, isEncrypted: isEncrypted, ["--transfer-seconds", "600"])
        var attack = common
        attack.served = attack.connections
        let outcome: Outcome = try await RawClients.run(Self.attack, on: server.raw, given: attack)
        // One answer or piece of it, what TLS keeps, and the connection itself.
        #expect(outcome.grown <= attack.connections * 256 << 10, "\(outcome.grown >> 10) KiB")
        #expect(outcome.rest < 48 << 20, "\(outcome.rest >> 10) KiB")
        #expect(outcome.served >= attack.connections)
        #expect(outcome.isServing)
    }

    @Test("Memory that many such connections took goes back to the system", arguments: [false, true])
    func memoryReturns(isEncrypted: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(
            options: isEncrypted ? try await Self.certificates(in: folder) : [], dataIn: folder)
        let attack = Attack(path: "/openapi.json", header: "", connections: 400, requests: 120)
        let outcome: Outcome = try await RawClients.run(Self.attack, on: server.raw, given: attack)
        #expect(outcome.grown <= 400 * 256 << 10, "\(outcome.grown >> 10) KiB")
        #expect(outcome.rest < 48 << 20, "\(outcome.rest >> 10) KiB")
    }

    @Test("A client that stops reading is disconnected", arguments: Kind.allCases, [false, true])
    func isCut(kind: Kind, isEncrypted: Bool) async throws {
        let (server, attack) = try await Self.server(kind, isEncrypted: isEncrypted, ["--transfer-seconds", "2"])
        let program = """
            connections = [connect(small=True) for _ in range(8)]
            for connection in connections: send_until_full(connection, get(own["path"], own["header"]) * 3000)
            poll = select.poll()
            # Without a mask, only a connection that was reset is reported.
            for connection in connections: poll.register(connection, 0)
            for _ in range(6000):
                answer = len(poll.poll(0))
                if answer == len(connections): break
                time.sleep(0.1)
            """
        let gone: Int = try await RawClients.run(program, on: server.raw, given: attack)
        #expect(gone == 8)
    }

    @Test("A client that reads slowly but steadily gets every answer", arguments: [false, true])
    func steady(isEncrypted: Bool) async throws {
        let folder = try TemporaryFolder()
        let options = isEncrypted ? try await Self.certificates(in: folder) : []
        let server = try await RunningServer(options: options + ["--transfer-seconds", "1"], dataIn: folder)
        let program = """
            answer = read_steadily(get("/openapi.json") * 12, 12, 0.04, 8192)
            """
        let sizes: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(sizes == Array(repeating: PackageResources.openapi_json.count, count: 12))
    }

    @Test func `Bytes that a client sends after it has offered another protocol take no memory`() async throws {
        let server = try await RunningServer()
        let program = """
            request = get("/healthz", "Connection: Upgrade\\r\\nUpgrade: h2c\\r\\n")
            for _ in range(4): answer_to(request)
            before = resident()
            with connect() as connection:
                connection.sendall(request)
                status = Reader(connection).answer()[0]
                try:
                    for _ in range(64): connection.sendall(b"x" * (1 << 20))
                except OSError: pass
                answer = [status, resident() - before]
            """
        let outcome: [Int] = try await RawClients.run(program, on: server.raw, given: 0)
        #expect(outcome[0] == 200)
        #expect(outcome[1] < 8 << 20, "\(outcome[1] >> 10) KiB")
    }

    // MARK: - Servers

    /// A server with a package, and what to ask it for.
    private static func server(
        _ kind: Kind, isEncrypted: Bool, _ options: [String] = []
    ) async throws -> (RunningServer, Attack) {
        // The options may cut off a client that a busy machine stops while it publishes.
        let plain = try await RunningServer(options: ["--transfer-seconds", "600"])
        let ben = try await plain.addUser("ben")
        let package = try SamplePackage(payload: kind == .download ? 900_000 : 0, in: plain.folder)
        try await plain.publish(package, as: plain.addUser("root"))
        try await plain.grant("org.example.rooms", to: ben)
        let catalog = try JSONDecoder().decode(
            Catalog.self, from: try await plain.curl(ben.header, "/v1/catalog").body)
        let path =
            switch kind {
            case .page: "/"
            case .icon: "/v1/packages/org.example.rooms/icons/\(try #require(catalog.packages.first).icon.sha256)"
            case .catalog: "/v1/catalog"
            case .description: "/openapi.json"
            case .download: package.file
            }
        let attack = Attack(path: path, header: "Authorization: Bearer \(ben.token)\r\n")
        plain.kill()
        let more = isEncrypted ? try await certificates(in: plain.folder) : []
        return (try await RunningServer(options: options + more, dataIn: plain.folder), attack)
    }

    private static func certificates(in folder: TemporaryFolder) async throws -> [String] {
        let (certificate, key) = try await folder.makeCertificate("server")
        return ["--tls-certificate", certificate, "--tls-key", key]
    }
}

extension RunningServer {
    /// For ``RawClients``.
    var raw: RawClients.Server {
        RawClients.Server(
            port: url.split(separator: ":").last.flatMap { Int($0) } ?? 0, isEncrypted: url.hasPrefix("https:"),
            process: identifier)
    }
}

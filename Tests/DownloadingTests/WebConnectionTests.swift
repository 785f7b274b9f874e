import AppGroup
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Downloading

/// Several requests on one connection, to `connections.py`.
@Suite("One connection for several requests")
struct WebConnectionTests {
    /// The server's report about a request.
    private struct Answer: Equatable {
        let connection: Int
        let requests: Int
        let bytes: Int
    }

    private final class Text: Receiver, Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var numbers: [Int] {
            bytes.withLock { String(decoding: $0, as: UTF8.self).split(separator: " ").compactMap { Int($0) } }
        }

        func begin(_ head: ResponseHead) -> Bool { true }
        func receive(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    /// The server, in a process of its own.
    private final class Server: Sendable {
        private let process: PythonServer
        private let folder: TemporaryFolder
        let base: String
        var certificate: String { "\(folder.path)/certificate.pem" }

        init(isSecure: Bool = false) async throws {
            let folder = try TemporaryFolder("connections")
            self.folder = folder
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/connections.py")
            var words: [String] = []
            if isSecure {
                let files = ["certificate.pem", "key.pem"].map { "\(folder.path)/\($0)" }
                let made = try await RunningProcess.run(
                    "/usr/bin/openssl",
                    ["req", "-x509", "-nodes", "-newkey", "rsa:2048", "-days", "2", "-subj", "/CN=localhost"]
                        + ["-addext", "subjectAltName=DNS:localhost", "-out", files[0], "-keyout", files[1]])
                try #require(made.ending == .exit(0), "\(made.errors)")
                words += files
            }
            process = try await PythonServer(script.path, words, keeping: folder)
            base = "\(isSecure ? "https" : "http")://localhost:\(try process.port)"
        }

        func request(_ path: String, body: Int? = nil) throws -> WebRequest {
            let address = try #require(WebAddress(base + path))
            guard let body else { return WebRequest(.get, address) }
            return WebRequest(.post, address, body: BytesBody(Array(repeating: 7, count: body)))
        }

        /// Waits until so many connections have ended and so many requests have come.
        func wait(ended: Int, requests: Int) async throws {
            let client = WebConnectionTests.client
            try #require(
                try await comesTrue {
                    let text = Text()
                    try await client.send(try request("/state"), to: text)
                    return text.numbers == [ended, requests]
                })
        }
    }

    private static var client: WebClient {
        var client = WebClient(userAgent: "tests", patience: Patience(silence: 600))
        client.proxy = .none
        return client
    }

    private func ask(_ connection: WebConnection, _ request: WebRequest) async throws -> Answer {
        let text = Text()
        let head = try await connection.send(request, to: text)
        #expect(head.status == 200)
        let numbers = text.numbers
        try #require(numbers.count == 3)
        return Answer(connection: numbers[0], requests: numbers[1], bytes: numbers[2])
    }

    @Test("Requests in a row use one connection, with bodies and without")
    func isPinned() async throws {
        let server = try await Server()
        let connection = try WebConnection(Self.client)
        #expect(connection.connectionCount == 0)
        for (place, body) in [nil, 5, 300_000, nil, 0].enumerated() {
            let answer = try await ask(connection, server.request("/", body: body))
            #expect(answer == Answer(connection: 1, requests: place + 1, bytes: body ?? 0))
        }
        #expect(connection.connectionCount == 1 && connection.certificate == nil)
    }

    @Test("A client that asks two servers in turn keeps a connection to each")
    func isKeptForEachServer() async throws {
        let servers = [try await Server(), try await Server()]
        let client = Self.client
        for round in 1...5 {
            for server in servers {
                let text = Text()
                try await client.send(server.request("/"), to: text)
                #expect(text.numbers == [1, round, 0])
            }
        }
    }

    @Test("After many requests at once, a client keeps a few of their connections and closes the others")
    func isBounded() async throws {
        let server = try await Server()
        let client = Self.client
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<24 {
                group.addTask { try await client.send(server.request("/together/24"), to: Text()) }
            }
            try await group.waitForAll()
        }
        try await server.wait(ended: 8, requests: 24)
        let text = Text()
        try await client.send(server.request("/"), to: text)
        #expect(text.numbers.dropFirst() == [25, 0] && text.numbers[0] <= 24)
    }

    @Test("If the server closes the connection between two requests, the next one makes another connection")
    func isMadeAnew() async throws {
        let server = try await Server()
        let connection = try WebConnection(Self.client)
        #expect(try await ask(connection, server.request("/close")).connection == 1)
        try await server.wait(ended: 1, requests: 1)
        let answer = try await ask(connection, server.request("/", body: 5))
        #expect(answer == Answer(connection: 2, requests: 2, bytes: 5))
        #expect(connection.connectionCount == 2)
    }

    @Test("A request with a body that the server cuts off fails and is not sent again")
    func isNotRepeated() async throws {
        let server = try await Server()
        let connection = try WebConnection(Self.client)
        _ = try await ask(connection, server.request("/"))
        let error = await #expect(throws: DownloadError.self) {
            try await ask(connection, server.request("/cut", body: 5))
        }
        #expect(error?.failure == .cut)
        let answer = try await ask(connection, server.request("/", body: 5))
        #expect(answer == Answer(connection: 2, requests: 3, bytes: 5))
    }

    @Test("Canceling a request ends its connection, and the next request works")
    func isCanceled() async throws {
        let server = try await Server()
        let connection = try WebConnection(Self.client)
        _ = try await ask(connection, server.request("/"))
        let request = try server.request("/wait")
        let waiting = Task { try await connection.send(request, to: Text()) }
        try await server.wait(ended: 0, requests: 2)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await server.wait(ended: 1, requests: 2)
        #expect(try await ask(connection, server.request("/")).connection == 2)
    }

    @Test("The certificate is the one that the server shows, as OpenSSL writes it in DER")
    func certificate() async throws {
        let server = try await Server(isSecure: true)
        var client = Self.client
        client.authorities = .system(and: Array(try Data(contentsOf: URL(filePath: server.certificate))))
        let connection = try WebConnection(client)
        #expect(connection.certificate == nil)
        for _ in 0..<2 { #expect(try await ask(connection, server.request("/")).connection == 1) }
        let file = server.certificate + ".der"
        let made = try await RunningProcess.run(
            "/usr/bin/openssl", ["x509", "-in", server.certificate, "-outform", "DER", "-out", file])
        try #require(made.ending == .exit(0), "\(made.errors)")
        #expect(connection.certificate == Array(try Data(contentsOf: URL(filePath: file))))
        #expect(connection.connectionCount == 1)
    }
}

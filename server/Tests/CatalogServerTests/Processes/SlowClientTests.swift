import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Deliberately slow clients")
struct SlowClientTests {
    private struct Given: Encodable {
        let url: String
        let path: String
        let token: String
    }

    /// A client that sends half of a body and then a byte now and then until the server answers. Its result is the answer.
    private static let dripping = """
        import socket, urllib.parse
        url = urllib.parse.urlsplit(given["url"])
        connection = socket.create_connection((url.hostname, url.port))
        connection.sendall((f"POST {given['path']} HTTP/1.1\\r\\nHost: {url.netloc}\\r\\nContent-Length: 8000\\r\\n"
            f"Authorization: Bearer {given['token']}\\r\\n\\r\\n").encode() + b"x" * 4000)
        connection.settimeout(0.2)
        received = b""
        for _ in range(3000):
            try:
                piece = connection.recv(65536)
                if not piece: break
                received += piece
            except TimeoutError:
                try: connection.send(b"x")
                except OSError: pass
            except OSError: break
        else: received = b"still open"
        answer = received.decode()
        """

    @Test("A client that keeps sending slowly after its answer is disconnected")
    func dripsOn() async throws {
        let server = try await RunningServer(options: ["--transfer-seconds", "2"])
        let given = Given(url: server.url, path: "/v1/admin/teams", token: "")
        let answer: String = try await Python.run(Self.dripping, given: given)
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
    }

    @Test(
        "A client that sends a body too slowly gets status 408 and is disconnected",
        arguments: ["/v1/login", "/login", "/v1/admin/teams", "/v1/releases"])
    func drips(path: String) async throws {
        let server = try await RunningServer(options: ["--transfer-seconds", "2"])
        let root = try await server.addUser("root", role: .administrator)
        let given = Given(url: server.url, path: path, token: path == "/login" ? "" : root.token)
        let answer: String = try await Python.run(Self.dripping, given: given)
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
        #expect(answer.lowercased().contains("connection: close"))
    }

    /// Attacks with slowhttptest over 300 connections for eight seconds: slow heads, slow bodies, slow readers.
    @Test(
        "Slow clients do not keep the server from serving others",
        arguments: [["-H"], ["-B"], ["-X", "-w", "1", "-y", "8", "-n", "1", "-z", "1", "-k", "3"]])
    func slow(kind: [String]) async throws {
        let server = try await RunningServer()
        let ben = try await server.addUser("ben")
        try await server.publish(SamplePackage(in: server.folder), as: server.addUser("root"))
        try await server.grant("org.example.rooms", to: ben)
        let path = kind == ["-B"] ? "/v1/login" : "/login"
        async let attack = Finished.run(
            ["/usr/bin/slowhttptest"] + kind + [
                "-c", "300", "-r", "150", "-i", "2", "-l", "8", "-u", server.url + path,
            ])
        var answers: [Int] = []
        for _ in 0..<20 {
            answers.append(try await server.curl(ben.header, "/v1/catalog").status)
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(answers.allSatisfy { $0 == 200 }, "\(answers)")
        let said = try await attack.output
        #expect(said.contains("Hit test time limit") || said.contains("No open connections left"), "\(said)")
        #expect(try await server.curl([], "/readyz").status == 200)
    }
}

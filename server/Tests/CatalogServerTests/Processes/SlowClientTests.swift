import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
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

    /// Sends the head of a request for each user, waits until the server asks for the body, which it does after it has let the user
    /// in, sends the beginning, disables the users, and sends the rest.
    private static let disabledMeanwhile = """
        import socket, urllib.parse, urllib.request
        url = urllib.parse.urlsplit(given["url"])
        waiting = []
        for path, token, body in given["requests"]:
            connection = socket.create_connection((url.hostname, url.port), 600)
            head = (f"POST {path} HTTP/1.1\\r\\nHost: {url.netloc}\\r\\nContent-Length: {len(body)}\\r\\n"
                f"Authorization: Bearer {token}\\r\\nExpect: 100-continue\\r\\n\\r\\n")
            connection.sendall(head.encode())
            interim = b""
            while not interim.endswith(b"\\r\\n\\r\\n") and (byte := connection.recv(1)): interim += byte
            assert interim.startswith(b"HTTP/1.1 100 "), interim
            connection.sendall(body[:5].encode())
            waiting.append((connection, body[5:]))
        for name in given["disabled"]:
            urllib.request.urlopen(urllib.request.Request(
                given["url"] + f"/v1/admin/users/{name}", b'{"disabled": true}', method="PATCH",
                headers={"Authorization": f"Bearer {given['root']}"}))
        answer = []
        for connection, rest in waiting:
            connection.sendall(rest.encode())
            answer.append(int(connection.recv(65536).split()[1]))
        """

    private struct Disabling: Encodable {
        let url: String
        let root: String
        let disabled: [String]
        let requests: [[String]]
    }

    @Test func `Users who are disabled while their requests arrive no longer change anything`() async throws {
        let files = try TemporaryFolder()
        let server = try await RunningServer()
        let root = try await server.addUser("root", role: .administrator)
        let ada = try await server.addUser("ada", role: .administrator)
        let bob = try await server.addUser("bob", role: .publisher)
        let package = try SamplePackage(in: files)
        #expect(try await server.upload(package, as: bob).status == 201)
        let statuses: [Int] = try await Python.run(
            Self.disabledMeanwhile,
            given: Disabling(
                url: server.url, root: root.token, disabled: ["ada", "bob"],
                requests: [
                    ["/v1/admin/users", ada.token, #"{"name": "eve", "role": "administrator"}"#],
                    ["/v1/releases", bob.token, #"{"sha256": "\#(package.hash)", "channel": "stable", "notes": ""}"#],
                ]))
        #expect(statuses == [401, 401])
        #expect(try await server.store.user(named: UserName("eve")) == nil)
        #expect(try await server.store.releases().isEmpty)
    }

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

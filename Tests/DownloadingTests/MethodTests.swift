import AppGroup
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Downloading

@Suite("Methods of requests, and Unix sockets")
struct MethodTests {
    private final class Text: Receiver, Sendable {
        private let bytes = Mutex<[UInt8]>([])
        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        func begin(_ head: ResponseHead) -> Bool { true }
        func receive(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    /// Starts `methods.py`, and waits until it listens.
    private static func server(_ words: [String] = []) async throws -> PythonServer {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/methods.py")
        return try await PythonServer(script.path, words)
    }

    private static func answer(_ request: WebRequest, by client: WebClient) throws -> String {
        let text = Text()
        try client.perform(request, to: text)
        return text.text
    }

    @Test(
        "Each method arrives under its own name, with and without a body",
        arguments: [WebRequest.Method.get, .delete, .propfind, .makeCollection, .move], [0, 1, 100_000])
    func methods(method: WebRequest.Method, count: Int) async throws {
        let server = try await Self.server()
        let address = try #require(WebAddress("http://127.0.0.1:\(server.port)/a%20b"))
        var client = WebClient(userAgent: "tests", patience: Patience(silence: 600))
        client.proxy = .none
        let body = count == 0 ? nil : BytesBody(Array(repeating: 7, count: count))
        let request = WebRequest(method, address, fields: ["X-Field: field"], body: body)
        // Twice, so that the second one may use the connection of the first.
        for _ in 0..<2 {
            #expect(try Self.answer(request, by: client) == "\(method.rawValue) /a%20b field \(count)")
        }
    }

    @Test(
        "A redirection is followed whatever its body is, to the place that its reference means",
        arguments: ["page", "empty", "cut", "endless"],
        [
            ("../a%20b?c=1", "/a%20b?c=1"), ("/a b/ü", "/a%20b/%c3%bc"), ("http://HOST/x", "/x"), ("//HOST/x", "/x"),
        ])
    func redirection(kind: String, target: (String, String)) async throws {
        let server = try await Self.server()
        let host = "127.0.0.1:\(try server.port)"
        let reference = target.0.replacing("HOST", with: host)
        var client = WebClient(userAgent: "tests", patience: Patience(silence: 600))
        client.proxy = .none
        let text = Text()
        let start = try #require(WebAddress("http://\(host)/moved/\(kind)"))
        try client.get(start, ["X-Target: \(reference)"], to: text)
        #expect(text.text == "GET \(target.1)  0")
    }

    @Test("With a Unix socket, requests reach it whatever host and proxy there are")
    func socket() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        let server = try await Self.server([path])
        var client = WebClient(userAgent: "tests", patience: Patience(silence: 600))
        client.socket = path
        client.proxy = .http(host: "127.0.0.1", port: 1, credentials: nil)
        let address = try #require(WebAddress("http://nowhere.invalid/x"))
        #expect(try Self.answer(WebRequest(.get, address), by: client) == "GET /x  0")
        let request = WebRequest(.propfind, address, body: BytesBody([1]))
        #expect(try Self.answer(request, by: client) == "PROPFIND /x  1")
        withExtendedLifetime((server, folder)) {}
    }
}

import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// `Tests/Oracle/posters_server.py` in its own process, which ends with the last reference to it.
final class ScriptedCity: Sendable {
    let port: Int
    private let server: PythonServer

    init(port: Int? = nil) async throws {
        let port = try port ?? FreePort.take()
        self.port = port
        server = try await PythonServer(Python.path(of: "posters_server.py"), ["\(port)"])
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// The password of Anna, Boris (inspectors) and Sofia (supervisor).
    static let password = "Пароль1"

    /// How a request fails. The kinds are those of the script.
    struct Fault: Encodable {
        var method = "POST"
        var path = "/v1/reports"
        let kind: String
        var times = 1
    }

    func fail(_ faults: Fault...) async throws {
        struct Order: Encodable {
            let faults: [Fault]
            let requests: [String]
        }
        _ = try await exchange(JSONEncoder().encode(Order(faults: faults, requests: [])))
    }

    /// What the server has.
    struct State: Decodable {
        struct Report: Decodable {
            let number: Int
            let status: String
            let company: String?
            let comment: String?
            let key: String
            let photos: [Photo]
            let comments: [Comment]
        }

        struct Photo: Decodable { let sha256: String }
        struct Comment: Decodable { let text: String }

        let reports: [Report]
        /// The SHA-256 of each upload.
        let uploads: [String]
        /// The requests since faults were set, such as `POST /v1/reports`.
        let requests: [String]
        let blocked: [String]
        let tokens: Int
    }

    var state: State { get async throws { try await exchange(nil) } }

    private func exchange(_ order: Data?) async throws -> State {
        var words = ["/usr/bin/curl", "--silent", "--show-error", "--fail", "\(address)/_state"]
        if let order { words += ["--data-binary", String(decoding: order, as: UTF8.self)] }
        let result = try await Finished.run(words)
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(State.self, from: result.data)
    }

    /// Ends it. Its port is free then.
    func stop() async throws {
        server.process.send(SIGKILL)
        _ = try await server.process.result()
    }
}

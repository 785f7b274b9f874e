import AppCatalog
import Foundation
import TestSupport
import Testing

/// A server that answers as a test says, in a process of its own: see `scripted_server.py`.
final class ScriptedServer: Sendable {
    /// One answer.
    typealias Answer = [String: Any]

    /// What was asked.
    struct Request: Decodable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String
    }

    private let files: TemporaryFolder
    var folder: String { files.path }
    let port: Int
    private let server: PythonServer
    private let isEncrypted: Bool

    var address: String { "\(isEncrypted ? "https://localhost" : "http://127.0.0.1"):\(port)" }

    /// - Parameter certificate: Its own, for TLS.
    init(_ script: [String: [Answer]] = [:], certificate: TestCertificate? = nil) throws {
        files = try TemporaryFolder("scripted-server")
        isEncrypted = certificate != nil
        try files.write("script.json", JSONSerialization.data(withJSONObject: script))
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "scripted_server.py").path
        let own = certificate.map { [$0.file, $0.key] } ?? []
        server = try PythonServer(program, [files.path] + own, keeping: files)
        port = try server.port
    }

    func stop() { server.process.kill() }

    /// Answers so from now on.
    func script(_ script: [String: [Answer]]) throws {
        let file = "\(folder)/script.json"
        try JSONSerialization.data(withJSONObject: script).write(to: URL(filePath: "\(file).new"))
        guard rename("\(file).new", file) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Everything that was asked so far.
    var requests: [Request] {
        let text = (try? String(contentsOfFile: "\(folder)/requests", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    func requests(_ method: String, _ path: String) -> [Request] {
        requests.filter { $0.method == method && $0.path == path }
    }
}

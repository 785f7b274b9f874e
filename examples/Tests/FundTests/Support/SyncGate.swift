import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// A relay to a fund-server that can hold a transfer in the middle: `Tests/Oracle/sync_gate.py`. It ends with the last reference
/// to it.
final class SyncGate: Sendable {
    /// A way through the relay, as seen from the client.
    enum Way: String, Sendable {
        case up, down
    }

    private let folder: TemporaryFolder
    private let relay: PythonServer
    let address: String

    init(to server: SyncServer) async throws {
        folder = try TemporaryFolder("fund-gate")
        relay = try await PythonServer(
            Python.path(of: "sync_gate.py"), [folder.path, "\(server.port)"], keeping: folder)
        address = "http://127.0.0.1:\(try relay.port)"
    }

    /// Stops each connection after so many bytes.
    func hold(_ way: Way, after count: Int) throws {
        try? folder.remove("held")
        try folder.write("hold-\(way.rawValue)", "\(count)".utf8)
    }

    /// Whether a connection has been stopped.
    var isHolding: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/held") }

    /// Cuts the connections that were stopped, and lets others through.
    func letGo(_ way: Way) throws { try folder.remove("hold-\(way.rawValue)") }

    /// How many bytes have passed.
    func passed(_ way: Way) throws -> Int {
        let counts = try String(contentsOf: folder.url.appending(path: "counts"), encoding: .utf8).split(separator: " ")
        return try #require(Int(counts[way == .up ? 0 : 1]))
    }
}

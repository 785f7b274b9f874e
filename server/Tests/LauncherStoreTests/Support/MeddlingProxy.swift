import Foundation
import TestSupport
import Testing

/// What stands between a client and a server and spoils what passes, in a process of its own: see `meddling_proxy.py`.
final class MeddlingProxy: Sendable {
    private let files: TemporaryFolder
    private var folder: String { files.path }
    private let proxy: PythonServer
    let port: Int

    /// - Parameter port: Where the server listens on this machine.
    init(to port: Int) throws {
        files = try TemporaryFolder("meddling-proxy")
        try files.write("plan.json", "{}".utf8)
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "meddling_proxy.py").path
        proxy = try PythonServer(program, [files.path, "\(port)"], keeping: files)
        self.port = try proxy.port
    }

    /// What clients said that asked for tunnels.
    var tunnels: String { (try? String(contentsOfFile: "\(folder)/tunnels", encoding: .utf8)) ?? "" }

    /// Does so with the connections that are opened from now on.
    func meddle(_ plan: [String: Any]) throws {
        let file = "\(folder)/plan.json"
        try JSONSerialization.data(withJSONObject: plan).write(to: URL(filePath: "\(file).new"))
        guard rename("\(file).new", file) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}

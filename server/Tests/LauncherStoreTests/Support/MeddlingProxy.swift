import Foundation
import TestSupport
import Testing

/// What stands between a client and a server and spoils what passes, in a process of its own: see `meddling_proxy.py`.
final class MeddlingProxy: @unchecked Sendable {
    private let files: TemporaryFolder
    private var folder: String { files.path }
    private let process: Process
    let port: Int

    /// - Parameter port: Where the server listens on this machine.
    init(to port: Int) throws {
        files = try TemporaryFolder("meddling-proxy")
        let folder = files.path
        try files.write("plan.json", "{}".utf8)
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "meddling_proxy.py").path
        process = try Finished.start(
            [Python.interpreter.path, program, folder, "\(port)"], environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        ).process
        let portFile = "\(folder)/port"
        while !FileManager.default.fileExists(atPath: portFile) {
            try #require(process.isRunning, "The proxy did not start.")
            Thread.sleep(forTimeInterval: 0.02)
        }
        self.port = try #require(Int(try String(contentsOfFile: portFile, encoding: .utf8)))
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
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

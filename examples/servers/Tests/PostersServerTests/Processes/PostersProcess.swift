import Foundation
import TestSupport
import Testing

@testable import PostersServer

/// The built `posters-server`, serving the data of one test at a free port of this machine.
final class PostersProcess: Sendable {
    let folder: DataFolder
    private let running = Running()

    /// Unchecked, since only one test at a time has it.
    private final class Running: @unchecked Sendable {
        var process = Process()
        var port = 0
    }

    /// The program beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "posters-server").path

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - options: Further options of `serve`.
    ///   - launcher: A program that runs the server, such as `prlimit` with its options.
    init(in folder: DataFolder, _ options: [String] = [], launcher: [String] = []) async throws {
        self.folder = folder
        let arguments =
            launcher + [Self.program, "serve", "--data", "\(folder.path)/data", "--listen", "127.0.0.1:0"] + options
        let process = running.process
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.standardError = try FileHandle(forWritingTo: URL(filePath: try folder.write("log", [])))
        process.standardInput = FileHandle.nullDevice
        try process.run()
        running.port = try await listeningPort()
    }

    deinit { end(SIGKILL) }

    var url: String { "http://127.0.0.1:\(running.port)" }
    var identifier: Int32 { running.process.processIdentifier }
    var log: String { (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "" }

    /// Sends a signal and waits until the server has ended.
    ///
    /// - Returns: The exit status, or 128 plus the signal's number if a signal ended it.
    @discardableResult
    func end(_ signal: Int32) -> Int32 {
        let process = running.process
        if process.isRunning { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// Runs another command on the data of a test.
    static func command(_ arguments: String..., in folder: DataFolder, given input: String? = nil) async throws
        -> Finished
    {
        let words = [program] + arguments + ["--data", "\(folder.path)/data"]
        guard let input else { return try await Finished.run(words, environment: ["PATH": "/usr/bin:/bin"]) }
        return try Finished.run(words, environment: ["PATH": "/usr/bin:/bin"], given: input)
    }

    /// Sends a request with curl. - Returns: The status and the body.
    func curl(_ path: String, _ options: [String] = []) async throws -> (status: Int, body: String) {
        let finished = try await Finished.run(
            ["/usr/bin/curl", "--silent", "--max-time", "600", "--write-out", "\n%{http_code}"] + options + [
                url + path
            ])
        let lines = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    /// Logs in and returns the header to send.
    func logIn(_ mail: String) async throws -> [String] {
        let answer = try await curl("/v1/login", ["-d", #"{"mail": "\#(mail)", "password": "long enough"}"#])
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return ["-H", "Authorization: Bearer \(try #require(json?["token"] as? String, "\(answer)"))"]
    }

    private func listeningPort() async throws -> Int {
        for _ in 0..<1200 {
            if let match = log.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)/), let port = Int(match.1) {
                return port
            }
            guard running.process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        return try #require(nil, "posters-server does not listen: \(log)")
    }
}

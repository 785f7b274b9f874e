import Foundation
import TestSupport
import Testing

/// A built server, serving at a free port of this machine, with its log in a file.
package final class ServedProgram: Sendable {
    private let file: String
    private let running = Running()

    /// Unchecked, since only one test at a time has it.
    private final class Running: @unchecked Sendable {
        let process = Process()
        var port = 0
    }

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments, with port 0.
    ///   - file: The file of its log. What is in it is deleted.
    package init(
        _ words: [String], logTo file: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    ) async throws {
        self.file = file
        try Data().write(to: URL(filePath: file))
        let process = running.process
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = environment
        process.standardError = try FileHandle(forWritingTo: URL(filePath: file))
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        for _ in 0..<1200 {
            if let match = log.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)/), let port = Int(match.1) {
                running.port = port
                return
            }
            guard process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        try #require(Bool(false), "The server does not listen: \(log)")
    }

    deinit { end(SIGKILL) }

    package var port: Int { running.port }
    package var url: String { "http://127.0.0.1:\(port)" }
    package var identifier: Int32 { running.process.processIdentifier }
    package var log: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

    /// Waits until the server has ended by itself, and returns its exit status.
    package func status() async -> Int32 {
        while running.process.isRunning { try? await Task.sleep(for: .milliseconds(50)) }
        return running.process.terminationStatus
    }

    /// Sends a signal and waits until the server has ended.
    ///
    /// - Returns: The exit status, or 128 plus the signal's number if a signal ended it.
    @discardableResult
    package func end(_ signal: Int32) -> Int32 {
        let process = running.process
        if process.isRunning { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// Sends a request with curl.
    ///
    /// - Returns: The status and the body.
    package func curl(_ path: String, _ options: [String] = []) async throws -> (status: Int, body: String) {
        let finished = try await Finished.run(
            ["/usr/bin/curl", "--silent", "--max-time", "600", "--write-out", "\n%{http_code}"] + options + [
                "\(url)\(path)"
            ])
        let lines = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }
}

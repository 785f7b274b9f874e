import AppGroup
import Foundation
import TestSupport

/// A built server, serving at a free port of this machine.
package final class ServedProgram: Sendable {
    private let process: RunningProcess
    package let port: Int

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments, with port 0.
    ///   - owner: What deletes the files that the server uses when it is released. It lives as long as the process.
    package init(
        _ words: [String], environment: [String: String] = .plain,
        keeping owner: (any Sendable)? = nil
    ) async throws {
        process = try RunningProcess(
            words[0], Array(words.dropFirst()), environment: ProcessEnvironment(environment), keeping: owner)
        port = try await process.port()
    }

    package var url: String { "http://127.0.0.1:\(port)" }
    package var identifier: Int32 { process.id }
    package var log: String { process.errors }

    /// Waits until the server has ended by itself, and returns its exit status, or 128 plus the signal's number.
    package func status() async throws -> Int32 { try await process.result().ending.status }

    /// Sends a signal and waits until the server has ended.
    ///
    /// - Returns: The exit status, or 128 plus the signal's number if a signal ended it.
    @discardableResult
    package func end(_ signal: Int32) -> Int32 { process.end(by: signal).status }

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

import Foundation
import ServerTestSupport
import TestSupport
import Testing

/// What `make cluster` starts, in a folder of its own: nginx, two servers, PostgreSQL with a standby, and SeaweedFS. It ends with
/// this object, and with the tests, because it ends with its input.
final class RunningCluster: @unchecked Sendable {
    /// What runs, as the script says in a file.
    struct State: Decodable {
        struct Server: Decodable {
            let pid: Int32
            let url: String
        }

        /// The address that users know.
        let address: String
        let database: String
        /// How many commands have been obeyed.
        let done: Int
        let users: [String: String]
        let servers: [Server]
    }

    private let folder: TemporaryFolder
    private let process = Process()
    private let input = Pipe()
    private var sent = 0

    /// Starts everything, and waits until users can be served.
    init() async throws {
        folder = try TemporaryFolder()
        // PostgreSQL runs as another user if the tests run as root.
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
        process.executableURL = Self.script
        process.arguments = ["\(folder.path)/cluster", "--mebibytes", "24"]
        process.standardInput = input
        let log = try folder.write("log", [])
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: log))
        process.standardError = process.standardOutput
        try RunningProcess.withoutBlockedSignals { try process.run() }
        try await wait()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../scripts/cluster").standardized

    /// What the script has printed.
    var log: String { (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "" }

    func state() throws -> State {
        try JSONDecoder().decode(
            State.self, from: Data(contentsOf: URL(filePath: "\(folder.path)/cluster/cluster.json")))
    }

    /// Types a command, and waits until the script has obeyed it.
    func type(_ command: String) async throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        sent += 1
        try await wait()
    }

    /// Ends the cluster as Ctrl-C does.
    ///
    /// - Returns: The script's status.
    func interrupt() async -> Int32 {
        process.interrupt()
        while process.isRunning { try? await Task.sleep(for: .milliseconds(50)) }
        return process.terminationStatus
    }

    /// Logs in through nginx.
    ///
    /// - Returns: The options of curl for requests as this user.
    func logIn(_ user: String) async throws -> [String] {
        struct Login: Decodable { let token: String }

        let state = try state()
        let body = "{\"user\":\"\(user)\",\"password\":\"\(try #require(state.users[user]))\"}"
        let answer = try await CurlAnswer(
            ["-d", body, "-H", "Content-Type: application/json"], "\(state.address)/v1/login")
        try #require(answer.status == 200, "\(answer)")
        return ["-H", "Authorization: Bearer \(try JSONDecoder().decode(Login.self, from: answer.body).token)"]
    }

    private func wait() async throws {
        while (try? state().done) != sent {
            try #require(process.isRunning, "`make setup` installs what the cluster needs. \(log)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

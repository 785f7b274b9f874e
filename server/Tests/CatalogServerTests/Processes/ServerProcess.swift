import Accounts
import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
import Serving
import TestSupport

@testable import CatalogServer

/// The built `catalog-server`, serving the catalog of one test at a free port of this machine.
final class ServerProcess: Sendable {
    let folder: BlobFolder
    private let running: Running

    /// Unchecked, since only one test at a time has it.
    private final class Running: @unchecked Sendable {
        let process = Process()
        var port = 0
    }

    /// The program beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "catalog-server").path

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: Where the catalog is or will be created.
    ///   - options: Further options of `serve`.
    init(in folder: BlobFolder, _ options: [String] = []) async throws {
        self.folder = folder
        running = Running()
        let process = running.process
        process.executableURL = URL(filePath: Self.program)
        process.arguments =
            ["serve", "--group", "com.example.tools", "--data", "\(folder.path)/data", "--port", "0"] + options
        process.environment = ["PATH": "/usr/bin:/bin"]
        let log = try FileHandle(forWritingTo: URL(filePath: try folder.write("log", [])))
        process.standardError = log
        process.standardInput = FileHandle.nullDevice
        try process.run()
        running.port = try await listeningPort()
    }

    deinit { end(SIGKILL) }

    var port: Int { running.port }
    var url: String { "http://127.0.0.1:\(port)" }
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

    /// Runs a command that administers the catalog.
    static func command(in folder: BlobFolder, _ arguments: String...) async throws -> Finished {
        try await command(in: folder, arguments)
    }

    static func command(in folder: BlobFolder, _ arguments: [String]) async throws -> Finished {
        try await Finished.run(
            [program] + arguments, environment: ["PATH": "/usr/bin:/bin", "CATALOG_DATA": "\(folder.path)/data"])
    }

    /// Sends a request with curl.
    ///
    /// - Returns: The status and the body.
    func curl(_ path: String, _ options: String...) async throws -> (status: Int, body: String) {
        let finished = try await Finished.run(
            ["/usr/bin/curl", "--silent", "--max-time", "600", "--write-out", "\n%{http_code}"] + options + [
                "\(url)\(path)"
            ])
        let lines = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    private func listeningPort() async throws -> Int {
        for _ in 0..<1200 {
            if let line = log.split(separator: "\n").last(where: { $0.contains("listening on") }),
                let digits = line.split(separator: ":").last?.prefix(while: \.isNumber), let port = Int(digits)
            {
                return port
            }
            guard running.process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ServiceError(.inputOutput, "catalog-server does not listen: \(log)")
    }
}

extension StoreFixture {
    /// Adds a user with a session to a catalog on disk, without a server.
    static func logIn(_ name: String, role: AccountRole, in folder: BlobFolder) async throws -> SessionToken {
        let data = "\(folder.path)/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let store = try SQLiteCatalogStore(folder: data, group: AppGroup.GroupID("com.example.tools"))
        let who = Attribution.command()
        let user = try await store.addUser(UserName(name), role: role, password: hash("secret of \(name)"), by: who)
        let token = SessionToken()
        let session = Session(
            id: Session.ID(rawValue: "session-of-\(name)"), user: user.id, client: "a test", created: who.moment,
            lastUsed: who.moment)
        try await store.addSession(session, of: user, token: token.hash, by: who)
        try await store.close()
        return token
    }
}

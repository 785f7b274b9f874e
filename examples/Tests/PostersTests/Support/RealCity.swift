import AppGroup
import ExamplesTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

/// posters-server in its own process with two inspectors and a supervisor. It ends with the last reference to it.
final class RealCity: Sendable {
    private let files: TemporaryFolder
    var folder: URL { files.url }
    let address: String
    private let process: Mutex<RunningProcess>

    private var data: String { folder.appending(path: "data").path }

    static let password = "a long password"

    init() async throws {
        files = try TemporaryFolder("posters-city")
        let data = files.url.appending(path: "data")
        try FileManager.default.copyItem(at: try await Self.users.value, to: data)
        let port = try FreePort.take()
        address = "http://127.0.0.1:\(port)"
        process = Mutex(try await Self.serve(data.path, at: "127.0.0.1:\(port)"))
    }

    /// A folder with the lists and the users, which is made once.
    private static let users = Task { try await makeUsers() }

    private static func makeUsers() async throws -> URL {
        let folder = try TemporaryFolder.shared("posters-users")
        let data = folder.url.appending(path: "data")
        let lists = try folder.write(
            "lists.csv",
            """
            city,kyiv,Kyiv
            district,pechersk,Pechersk,kyiv
            district,podil,Podil,kyiv
            type,pole,Lamp post,A pole with a lamp,Kyivsvitlo,poles
            law,,On Advertising

            """.utf8)
        try await command(["lists", "import", lists], data: data.path)
        for (name, role) in [("anna", "inspector"), ("boris", "inspector"), ("sofia", "supervisor")] {
            let words = ["user", "add", name.capitalized, "--mail", "\(name)@example.com", "--role", role]
            try await command(words + ["--password-stdin"], data: data.path, input: "\(password)\n")
        }
        return data
    }

    private static func serve(_ data: String, at address: String) async throws -> RunningProcess {
        let process = try RunningProcess(
            Program.built("posters-server").path, ["serve", "--data", data, "--listen", address], environment: .current)
        try await process.port()
        return process
    }

    /// A user who is logged in on a new device.
    func loggedIn(_ name: String) async throws -> Inspector {
        let inspector = try Inspector()
        try await inspector.succeed(
            "login", "--mail", "\(name)@example.com", "--server", address, "--password-command",
            "echo \(Self.password)")
        return inspector
    }

    /// Gives a user another role.
    func setRole(_ role: String, of name: String) async throws {
        try await command("user", "role", "\(name)@example.com", role)
    }

    /// Copies the database.
    ///
    /// - Returns: The copy.
    func backUp(to name: String = "backup.sqlite") async throws -> String {
        let copy = folder.appending(path: name).path
        try await command("backup", copy)
        return copy
    }

    /// Puts a copy in the place of the database, as the administrator does.
    ///
    /// - Returns: The database that was there before.
    @discardableResult
    func restore(_ copy: String) async throws -> String {
        let old = process.withLock { $0 }
        old.send(SIGTERM)
        _ = try await old.result()
        let database = "\(data)/posters.sqlite"
        // The server has emptied its log into the database.
        let replaced = folder.appending(path: UUID().uuidString).path
        try FileManager.default.moveItem(atPath: database, toPath: replaced)
        for file in ["\(database)-wal", "\(database)-shm"] { try? FileManager.default.removeItem(atPath: file) }
        try FileManager.default.copyItem(atPath: copy, toPath: database)
        let new = try await Self.serve(data, at: String(address.dropFirst("http://".count)))
        process.withLock { $0 = new }
        return replaced
    }

    private func command(_ words: String...) async throws { try await Self.command(words, data: data) }

    private static func command(_ words: [String], data: String, input: String = "") async throws {
        let result = try await RunningProcess.run(
            Program.built("posters-server").path, words + ["--data", data], input: input)
        try #require(result.ending == .exit(0), "\(words): \(result.errors)")
    }
}

import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// fund-server in its own process, with the accounts ada and bob. It ends with the last reference to it.
final class SyncServer: Sendable {
    private let files: TemporaryFolder
    var folder: URL { files.url }
    let address: String
    let port: Int
    private let options: [String]
    private nonisolated(unsafe) var process: RunningProcess?

    static let password = "correct horse battery"

    /// - Parameter options: Options of `serve`.
    init(_ options: String...) async throws {
        self.options = options
        files = try TemporaryFolder("fund-sync")
        port = try FreePort.take()
        address = "http://127.0.0.1:\(port)"
        try FileManager.default.copyItem(at: try await Self.accounts.value, to: data)
        try await start()
    }

    /// A folder with the accounts, which is made once.
    private static let accounts = Task {
        let folder = try TemporaryFolder.shared("fund-accounts").url.appending(path: "data")
        for name in ["ada", "bob"] {
            let words = ["user", "add", name, "--password-stdin", "--data", folder.path]
            let result = try await RunningProcess.run(program, words, input: "\(password)\n")
            try #require(result.ending == .exit(0), "\(result.errors)")
        }
        return folder
    }

    /// The folder of its data.
    var data: URL { folder.appending(path: "data") }

    private static var program: String { Program.built("fund-server").path }

    /// Runs one of its other commands.
    @discardableResult
    func run(_ words: String..., input: String = "") async throws -> RunningProcess.Result {
        let result = try await RunningProcess.run(Self.program, words + ["--data", data.path], input: input)
        try #require(result.ending == .exit(0), "\(words): \(result.errors)")
        return result
    }

    /// Starts it, at the same address each time.
    func start() async throws {
        let process = try RunningProcess(
            Self.program, ["serve", "--data", data.path, "--listen", "127.0.0.1:\(port)"] + options,
            environment: .current, keeping: files)
        self.process = process
        try await process.port()
    }

    /// Ends it.
    func stop() async throws {
        process?.send(SIGKILL)
        _ = try await process?.result()
        process = nil
    }

    /// Copies the database.
    ///
    /// - Returns: The path of the copy.
    func backUp() async throws -> String {
        let copy = folder.appending(path: "copy").path
        try await run("backup", copy)
        return copy
    }

    /// Goes back to a copy of the database.
    func restore(_ copy: String) async throws {
        try await stop()
        for name in ["fund.sqlite", "fund.sqlite-wal", "fund.sqlite-shm"] {
            try? FileManager.default.removeItem(at: data.appending(path: name))
        }
        try FileManager.default.copyItem(atPath: copy, toPath: data.appending(path: "fund.sqlite").path)
        try await start()
    }

    /// Logs a device in.
    ///
    /// - Parameter address: The server's own by default.
    func logIn(
        _ investor: Investor, as user: String = "ada", device: String, at address: String? = nil
    ) async throws {
        let result = try await investor.start(login(as: user, device: device, at: address)).result()
        try #require(result.ending == .exit(0), "\(result.errors)")
    }

    /// The arguments with which a device logs in.
    func login(as user: String = "ada", device: String, at address: String? = nil) -> [String] {
        [
            "login", address ?? self.address, "--user", user, "--device", device, "--password-command",
            "echo \(Self.password)",
        ]
    }

    /// New devices of one person, which are logged in.
    func devices(_ names: String...) async throws -> [Investor] {
        var devices: [Investor] = []
        for name in names {
            let investor = try Investor()
            try await logIn(investor, device: name)
            devices.append(investor)
        }
        return devices
    }
}

extension Investor {
    /// What is in the notes of all funds: their texts by titles by funds.
    var notes: [String: [String: String]] {
        get async throws {
            var funds: [String: [String: String]] = [:]
            for record in try await records("list") {
                var notes: [String: String] = [:]
                for title in try await succeed("note", "show", record[0]).output.split(separator: "\n") {
                    notes[String(title)] = try await succeed("note", "show", record[0], String(title)).output
                }
                funds[record[0]] = notes
            }
            return funds
        }
    }

    /// Makes a fund with one note.
    func make(_ fund: String, note title: String, _ text: String) async throws {
        try await fundExists(fund)
        try await succeed("note", "add", fund, title, input: text)
    }

    private func fundExists(_ name: String) async throws {
        guard try await !records("list").contains(where: { $0[0] == name }) else { return }
        try await succeed("new", name)
    }
}

/// Syncs devices one after another, often enough that each has seen what the others have.
func syncAll(_ devices: [Investor]) async throws {
    for _ in 0..<3 { for device in devices { try await device.succeed("sync") } }
}

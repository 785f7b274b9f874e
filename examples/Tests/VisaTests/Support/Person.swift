import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// A user of visa. Each has a temporary home, which is deleted with the last reference to it.
final class Person: Sendable {
    private let folder: TemporaryFolder
    var home: URL { folder.url }
    let environment: [String: String]

    init(_ more: [String: String] = [:]) throws {
        folder = try TemporaryFolder("visa")
        let home = folder.url
        environment = [
            "HOME": home.path, "XDG_DATA_HOME": home.appending(path: "data").path,
            "XDG_CACHE_HOME": home.appending(path: "cache").path, "APP_GROUP_HOME": home.appending(path: "groups").path,
            "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "", "no_proxy": "*",
        ].merging(more) { $1 }
    }

    var visa: Program { Program(executable: Program.built("visa"), environment: environment) }

    @discardableResult
    func visa(_ arguments: String...) throws -> Finished { try visa.run(arguments) }

    /// Starts visa.
    func start(_ arguments: String...) throws -> RunningProcess { try visa.start(arguments, keeping: self) }

    /// Runs visa on a terminal of this width. Its output includes its messages.
    func visa(columns: Int, _ arguments: String...) throws -> Finished {
        let script = Program(
            executable: URL(filePath: "/usr/bin/script"), environment: environment.merging(["TERM": "xterm"]) { $1 })
        let command = ([visa.executable.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        return try script.run(["-q", "-e", "-c", "stty cols \(columns); \(command)", "/dev/null"])
    }

    /// Adds a number, or ends the test if that fails.
    func track(_ number: String = "21000000000", _ more: String...) throws {
        let result = try visa.run(["track", number] + more)
        try #require(result.status == 0, "\(result.errors)")
    }

    var app: AppEntry {
        get throws {
            let group = Registry(group: "com.example.tools", environment: ProcessEnvironment(environment))
            return try #require(try group.app("com.example.visa"))
        }
    }

    var state: URL { home.appending(path: "data/visa/state.json") }

    /// The contents of the cached files whose names end in this way.
    func cached(_ ending: String) throws -> [Data] {
        let folder = home.appending(path: "cache/visa")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
            .map { try Data(contentsOf: folder.appending(path: $0)) }
    }

    /// What visa knows, read from its JSON.
    func status(_ arguments: String...) throws -> Status {
        let result = try visa.run(["status", "--format", "json"] + arguments)
        return try JSONDecoder().decode(Status.self, from: Data(result.output.utf8))
    }

    struct Status: Decodable {
        var version: Int
        var applications: [Application]

        struct Row: Decodable, Equatable {
            var status: String
            var date: String?
        }

        struct Change: Decodable {
            var seen: String
            var rows: [Row]
        }

        struct Check: Decodable {
            var at: String
            var outcome: String
            var reason: String?
        }

        struct Application: Decodable {
            var number: String
            var label: String?
            var status: String?
            var date: String?
            var rows: [Row]
            var changed: Bool
            var lastFound: String?
            var lastCheck: Check?
            var source: String?
            var history: [Change]?
        }
    }
}

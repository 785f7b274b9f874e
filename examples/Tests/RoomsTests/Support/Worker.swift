import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// A user of rooms. Each has a temporary home, which is deleted with the last reference to it.
final class Worker: Sendable {
    private let folder: TemporaryFolder
    var home: URL { folder.url }
    let environment: [String: String]

    init(_ more: [String: String] = [:]) throws {
        folder = try TemporaryFolder("rooms")
        let home = folder.url
        environment = [
            "HOME": home.path, "XDG_DATA_HOME": home.appending(path: "data").path, "TZ": "Europe/Kyiv",
            "APP_GROUP_HOME": home.appending(path: "groups").path, "DBUS_SESSION_BUS_ADDRESS": "",
            "XDG_RUNTIME_DIR": "", "no_proxy": "*",
        ].merging(more) { $1 }
    }

    var rooms: Program { Program(executable: Program.built("rooms"), environment: environment) }

    @discardableResult
    func rooms(_ arguments: String...) throws -> Finished { try rooms.run(arguments) }

    /// Logs in to a server, or ends the test if that fails.
    func login(_ server: ExchangeServer, _ more: String...) throws {
        let password = home.appending(path: "password")
        try Data("Пароль1\n".utf8).write(to: password)
        let result = try rooms.run(
            ["login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate]
                + ["--user", "EXAMPLE\\anna", "--password-command", "cat '\(password.path)'"] + more)
        try #require(result.status == 0, "\(result.errors)")
    }

    var app: AppEntry {
        get throws {
            let group = Registry(group: "com.example.tools", environment: ProcessEnvironment(environment))
            return try #require(try group.app("com.example.rooms"))
        }
    }

    var state: URL { home.appending(path: "data/rooms/state.json") }

    struct Booking: Decodable, Equatable {
        var id: String
        var start: String
        var end: String
        var room: String
        var subject: String
        var status: String
        var reason: String?
    }

    /// The bookings that rooms knows.
    var bookings: [Booking] {
        get throws {
            struct Document: Decodable { var bookings: [Booking] }
            let result = try rooms("mine", "--format", "json")
            return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8)).bookings
        }
    }

    struct Room: Decodable, Equatable {
        var city: String
        var address: String
        var name: String
        var state: String
        var until: String?
        var holder: String?
        var reason: String?
    }

    /// What rooms free says.
    func free(_ arguments: String...) throws -> [Room] {
        struct Document: Decodable { var rooms: [Room] }
        let result = try rooms.run(["free", "--format", "json"] + arguments)
        return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8)).rooms
    }

    /// Runs rooms on a terminal of its own, and types once it has asked. The output is what the terminal shows.
    func onTerminal(_ arguments: [String], asked question: String, typing typed: String) throws -> Finished {
        let program = """
            import os, pty, sys
            question, typed = sys.argv[1].encode(), sys.argv[2].encode()
            child, terminal = pty.fork()
            if child == 0:
                os.execv(sys.argv[3], sys.argv[3:])
            shown = b""
            while True:
                try:
                    part = os.read(terminal, 4096)
                except OSError:
                    break
                if not part:
                    break
                shown += part
                if question in shown and typed:
                    os.write(terminal, typed)
                    typed = b""
            sys.stdout.buffer.write(shown)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """
        let python = Program(executable: Python.interpreter, environment: environment)
        return try python.run(["-c", program, question, typed, rooms.executable.path] + arguments)
    }
}

import AppGroup
import DesktopTestSupport
import Foundation
import TestSupport
import Testing

/// A session whose bus starts launcher-search, and `gdbus`, which asks as the desktops do.
final class SearchSession {
    static let name = "local.app_group.Search"
    static let gnome = "org.gnome.Shell.SearchProvider2"
    static let runner = "org.kde.krunner1"

    let bus: BusSession
    var registry: Registry { bus.registry }
    var folder: String { bus.folder }

    /// Starts the bus. The programs that launcher-search may run are the launcher and those that the test makes.
    ///
    /// - Parameter options: Options of launcher-search.
    init(options: String = "") async throws {
        bus = try BusSession()
        // The bus asks the user database for the home folder.
        let data = "\(bus.folder)/home/.local/share"
        bus.variables["XDG_DATA_HOME"] = data
        let services = "\(data)/dbus-1/services"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
        // What it complains about is in the file that has the errors of all programs of the session.
        try makeProgram("search", "exec \(BuiltProgram.search.path) \(options) 2>>\(bus.folder)/errors")
        let service = "[D-BUS Service]\nName=\(Self.name)\nExec=\(bus.folder)/bin/search\n"
        try Data(service.utf8).write(to: URL(fileURLWithPath: "\(services)/\(Self.name).service"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(bus.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        try await bus.startBus()
    }

    /// Makes a program in the first folder of `PATH`.
    func makeProgram(_ name: String, _ script: String) throws {
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: "\(folder)/bin/\(name)")
    }

    /// Registers an app `org.example.<name>` whose program adds a line to the file `calls`.
    func register(
        _ name: String, called title: String? = nil, badge: Int = 0, actions: [AppAction] = [],
        in group: GroupID = "org.example.family"
    ) throws {
        try makeProgram(name, "echo \"\(name) $*\" >>\(folder)/calls")
        try Registry(group: group, environment: bus.environment).register(
            AppDescription(
                id: AppID("org.example.\(name)"), name: AppName(title ?? name.capitalized), schemes: [URLScheme(name)],
                actions: actions, launch: .graphical("\(folder)/bin/\(name)", "%u"),
                badge: BadgeCount(clamping: Int64(badge))))
    }

    /// Registers the usual apps: Inbox with a badge and an action, Notes, and Rooms.
    func registerUsualApps() throws {
        try register(
            "inbox", badge: 3, actions: [AppAction(id: "new", name: "New message", icon: "mail-new", url: "inbox:new")])
        try register("notes", actions: [AppAction(id: "news", name: "News of today", url: "notes:news")])
        try register("rooms")
    }

    /// The arguments of the programs of the apps, line by line.
    var calls: [String] {
        let text = (try? String(contentsOfFile: "\(folder)/calls", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The answer to a call, in GLib's notation, or the error.
    func call(_ method: String, _ arguments: String..., path: String = "/local/app_group/Search") async throws -> String
    {
        let result = try await RunningProcess.run(
            "/usr/bin/gdbus",
            ["call", "--session", "--timeout", "1200", "--dest", Self.name, "--object-path", path, "--method", method]
                + arguments, environment: bus.environment)
        return (result.output + result.errors).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The identifiers that GNOME would get for these words.
    func ids(_ words: String...) async throws -> [String] {
        let answer = try await call("\(Self.gnome).GetInitialResultSet", Self.list(words))
        return Self.identifiers(in: answer)
    }

    static func list(_ words: [String]) -> String { "[" + words.map { "'\($0)'" }.joined(separator: ", ") + "]" }

    /// The identifiers in an answer, in order.
    static func identifiers(in answer: String) -> [String] {
        answer.matches(of: /'(org\.example\.[^']*)'/).map { String($0.output.1) }
    }

    /// The process that answers now; `nil` if there is none.
    var process: Int32? {
        get async throws {
            let answer = try await RunningProcess.run(
                "/usr/bin/gdbus",
                [
                    "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
                    "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID", Self.name,
                ], environment: bus.environment)
            return answer.output.firstMatch(of: /uint32 (\d+)/).flatMap { Int32($0.output.1) }
        }
    }

    /// Runs a program in Python 3 with `search`, the interface of GNOME, and `runner`, that of KRunner.
    func python(_ script: String) async throws -> RunningProcess.Result {
        let head = """
            import dbus, dbus.connection, sys
            # libdbus would wait for 25 seconds, in which a busy machine may give no answer.
            call = dbus.connection.Connection.call_blocking
            def patient(self, *words, timeout=1200, **more): return call(self, *words, timeout=timeout, **more)
            dbus.connection.Connection.call_blocking = patient
            bus = dbus.SessionBus()
            provider = bus.get_object("\(Self.name)", "/local/app_group/Search", introspect=False)
            search = dbus.Interface(provider, "\(Self.gnome)")
            runner = dbus.Interface(provider, "\(Self.runner)")

            """
        return try await RunningProcess.run(
            Python.interpreter.path, ["-c", head + script], environment: bus.environment)
    }
}

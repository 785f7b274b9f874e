package import AppGroup
package import Foundation
import TestSupport

/// A session bus, its recorded messages, and a group. All of them end with the value.
package final class BusSession: @unchecked Sendable {
    /// A badge as recorded by `dbus-monitor`.
    package struct Shown: Hashable, CustomStringConvertible {
        package let uri: String
        package let count: Int
        package let isVisible: Bool

        package var description: String { "\(uri) \(count) \(isVisible)" }
    }

    private let files: TemporaryFolder
    package var folder: String { files.path }
    /// Environment variables for the bus and the other programs, in addition to those that all sessions have.
    package var variables: [String: String] = [:]
    package let group: GroupID = "org.example.family"
    private var bus: Process?
    private var monitor: Process?
    private var processes: [Process] = []
    private var monitorCount = 0

    package init() throws {
        files = try TemporaryFolder("bus-session")
        for name in ["home", "run", "bin"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    deinit {
        for process in processes + [monitor, bus].compactMap(\.self) where process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    package var environment: ProcessEnvironment {
        ProcessEnvironment([
            "HOME": "\(folder)/home", "APP_GROUP_HOME": "\(folder)/groups", "PATH": "\(folder)/bin:/usr/bin:/bin",
            "XDG_RUNTIME_DIR": "\(folder)/run", "DBUS_SESSION_BUS_ADDRESS": address,
        ]).setting(variables)
    }

    package var registry: Registry { Registry(group: group, environment: environment) }
    private var socket: String { "\(folder)/run/bus" }
    private var address: String { "unix:path=\(socket)" }

    // MARK: - The bus

    /// Starts the bus, and a monitor that records its messages.
    package func startBus() async throws {
        monitorCount += 1
        let announcement = "\(folder)/bus-\(monitorCount)"
        bus = try start(
            "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--address=\(address)",
            "--print-address=1", output: announcement)
        // The socket's file is there before anybody listens; the bus prints its address afterwards.
        try await wait(for: "the bus") {
            (try? String(contentsOfFile: announcement, encoding: .utf8))?.isEmpty == false
        }
        monitor = try start(
            "/usr/bin/dbus-monitor", "--address", address, "interface='com.canonical.Unity.LauncherEntry'",
            output: monitorFile)
        // It prints this once it receives all messages.
        try await wait(for: "dbus-monitor") { self.monitored.contains("NameLost") }
    }

    package func stopBus() {
        for process in [monitor, bus].compactMap(\.self) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: socket)
    }

    /// Suspends or resumes the bus.
    package func holdBus(_ isHeld: Bool) { bus.map { _ = kill($0.processIdentifier, isHeld ? SIGSTOP : SIGCONT) } }

    private var monitorFile: String { "\(folder)/monitor-\(monitorCount)" }
    private var monitored: String { (try? String(contentsOfFile: monitorFile, encoding: .utf8)) ?? "" }

    /// The badges sent on this bus so far, in order, with the connections that sent them.
    package var sent: [(sender: Substring, shown: Shown)] {
        var sent: [(sender: Substring, shown: Shown)] = []
        var (sender, uri, count): (Substring, String, Int) = ("", "", 0)
        for line in monitored.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("signal ") { sender = line.split(separator: " ").first { $0.hasPrefix("sender=") } ?? "" }
            if line.hasPrefix("string \"application://") { uri = String(line.dropFirst(8).dropLast()) }
            if let number = line.split(separator: " ").last, line.contains("int64") { count = Int(number) ?? -1 }
            if line.contains("boolean") {
                sent.append((sender, Shown(uri: uri, count: count, isVisible: line.contains("true"))))
            }
        }
        return sent
    }

    /// The badges sent on this bus so far, in order.
    package var shown: [Shown] { sent.map(\.shown) }

    /// Waits until exactly these badges have been sent. Only the order of the badges of one app counts, because each app
    /// has its own connection.
    package func waitForShown(_ expected: [(name: String, count: Int)]) async throws {
        let expected = expected.map {
            Shown(uri: "application://org.example.\($0.name).desktop", count: $0.count, isVisible: $0.count > 0)
        }
        let byApp = Dictionary(grouping: expected, by: \.uri)
        do {
            try await wait(for: "\(expected)") { Dictionary(grouping: self.shown, by: \.uri) == byApp }
        } catch {
            throw TimeOut(description: "It said \(shown) instead of \(expected). \(errors)")
        }
    }

    // MARK: - The bridge

    private var errorFile: String { "\(folder)/errors" }
    /// The error messages of the programs in this session.
    package var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    package func startBridge(_ arguments: String...) throws -> Process {
        try keep(BuiltProgram.badgeBridge.path, arguments)
    }

    /// Starts a program that ends with this session. Its error messages are among those of the bridges.
    package func keep(_ path: String, _ arguments: String..., output: String? = nil) throws -> Process {
        try keep(path, arguments, output: output)
    }

    private func keep(_ path: String, _ arguments: [String], output: String? = nil) throws -> Process {
        let process = try start(path, arguments, output: output, errors: errorFile)
        processes.append(process)
        return process
    }

    /// Registers or updates `org.example.<name>`.
    package func register(_ name: String, badge: Int? = nil, icon: String? = nil) throws {
        try registry.register(
            AppDescription(
                id: AppID("org.example.\(name)"), name: AppName(name), icon: icon.map { .named($0) },
                launch: .graphical("/bin/true"), badge: badge.map { BadgeCount(clamping: $0) }))
    }

    package func setBadge(_ count: Int, of name: String) throws {
        try registry.setBadge(BadgeCount(clamping: count), of: AppID("org.example.\(name)"))
    }

    // MARK: - Processes

    package struct TimeOut: Error, CustomStringConvertible { package let description: String }

    /// Waits until something is true.
    package func wait(for what: String, until condition: () -> Bool) async throws {
        if await comesTrue(condition) { return }
        throw TimeOut(description: "waited in vain for \(what)")
    }

    /// Runs a tool to its end.
    ///
    /// - Returns: Its output, including errors.
    package func run(_ path: String, _ arguments: String...) throws -> String {
        let file = "\(folder)/said-\(UUID().uuidString)"
        let process = try start(path, arguments, output: file, errors: file)
        process.waitUntilExit()
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private func start(_ path: String, _ arguments: String..., output: String? = nil) throws -> Process {
        try start(path, arguments, output: output, errors: nil)
    }

    private func start(_ path: String, _ arguments: [String], output: String?, errors: String?) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment.variables
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try output.map(Self.file) ?? .nullDevice
        process.standardError = try errors.map(Self.file) ?? .nullDevice
        try RunningProcess.withoutBlockedSignals { try process.run() }
        return process
    }

    /// Opens a file for appending.
    private static func file(_ path: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seekToEnd()
        return file
    }
}

import AppGroup
import Foundation

/// A session bus of the test's own, what is said on it, and a family; all of it goes away with the value.
final class BusSession: @unchecked Sendable {
    /// A badge as `dbus-monitor` saw it.
    struct Shown: Hashable, CustomStringConvertible {
        let uri: String
        let count: Int
        let isVisible: Bool

        var description: String { "\(uri) \(count) \(isVisible)" }
    }

    let folder: String
    let group: GroupID = "org.example.family"
    private var bus: Process?
    private var monitor: Process?
    private var processes: [Process] = []
    private var monitorCount = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/badge-bridge-\(UUID().uuidString)"
        for name in ["home", "run", "bin"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    deinit {
        for process in processes + [monitor, bus].compactMap(\.self) where process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    var environment: ProcessEnvironment {
        ProcessEnvironment([
            "HOME": "\(folder)/home", "APP_GROUP_HOME": "\(folder)/groups", "PATH": "\(folder)/bin:/usr/bin:/bin",
            "XDG_RUNTIME_DIR": "\(folder)/run", "DBUS_SESSION_BUS_ADDRESS": address,
        ])
    }

    var registry: Registry { Registry(group: group, environment: environment) }
    private var socket: String { "\(folder)/run/bus" }
    private var address: String { "unix:path=\(socket)" }

    // MARK: - The bus

    /// Starts the bus, and something that writes down what is said on it.
    func startBus() async throws {
        bus = try start(
            "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--address=\(address)")
        try await wait(for: "the bus") { FileManager.default.fileExists(atPath: self.socket) }
        monitorCount += 1
        monitor = try start(
            "/usr/bin/dbus-monitor", "--address", address, "interface='com.canonical.Unity.LauncherEntry'",
            output: monitorFile)
        // It says this once it hears everything.
        try await wait(for: "dbus-monitor") { self.monitored.contains("NameLost") }
    }

    func stopBus() {
        for process in [monitor, bus].compactMap(\.self) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: socket)
    }

    /// Keeps the bus from answering, or lets it go on.
    func holdBus(_ isHeld: Bool) { bus.map { _ = kill($0.processIdentifier, isHeld ? SIGSTOP : SIGCONT) } }

    private var monitorFile: String { "\(folder)/monitor-\(monitorCount)" }
    private var monitored: String { (try? String(contentsOfFile: monitorFile, encoding: .utf8)) ?? "" }

    /// The badges that were said on this bus so far, in order.
    var shown: [Shown] {
        var shown: [Shown] = []
        var (uri, count) = ("", 0)
        for line in monitored.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("string \"application://") { uri = String(line.dropFirst(8).dropLast()) }
            if let number = line.split(separator: " ").last, line.contains("int64") { count = Int(number) ?? -1 }
            if line.contains("boolean") {
                shown.append(Shown(uri: uri, count: count, isVisible: line.contains("true")))
            }
        }
        return shown
    }

    /// Waits until exactly these badges have been said.
    func waitForShown(_ expected: [(name: String, count: Int)]) async throws {
        let expected = expected.map {
            Shown(uri: "application://org.example.\($0.name).desktop", count: $0.count, isVisible: $0.count > 0)
        }
        do {
            try await wait(for: "\(expected)") { self.shown == expected }
        } catch {
            throw TimeOut(description: "It said \(shown) instead of \(expected). \(errors)")
        }
    }

    // MARK: - The bridge

    private var errorFile: String { "\(folder)/errors" }
    /// What the bridges of this session complained of.
    var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    func startBridge(_ arguments: String...) throws -> Process {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let process = try start(
            folder.appendingPathComponent("launcher-badge-bridge").path, arguments, output: nil, errors: errorFile)
        processes.append(process)
        return process
    }

    /// Registers `org.example.<name>`, or brings it up to date.
    func register(_ name: String, badge: Int? = nil, icon: String? = nil) throws {
        try registry.register(
            RegisteredApp(
                id: AppID("org.example.\(name)"), name: AppName(name), icon: icon.map { .named($0) },
                launch: .graphical("/bin/true"), badge: badge.map { BadgeCount(clamping: $0) }))
    }

    func setBadge(_ count: Int, of name: String) throws {
        try registry.setBadge(BadgeCount(clamping: count), of: AppID("org.example.\(name)"))
    }

    // MARK: - Processes

    struct TimeOut: Error, CustomStringConvertible { let description: String }

    /// Waits, for half a minute at most.
    func wait(for what: String, until condition: () -> Bool) async throws {
        for _ in 0..<3000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TimeOut(description: "waited in vain for \(what)")
    }

    /// Runs a tool to its end. - Returns: What it said, errors and all.
    func run(_ path: String, _ arguments: String...) throws -> String {
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
        // Tests run on threads that block signals, which a program would inherit.
        var (none, mask) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        try process.run()
        return process
    }

    /// A file to append to.
    private static func file(_ path: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seekToEnd()
        return file
    }
}

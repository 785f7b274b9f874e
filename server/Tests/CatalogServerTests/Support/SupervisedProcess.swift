import Foundation
import TestSupport
import Testing

/// A server that ends with the tests, even if they crash: a shell in between ends it once nobody holds its standard input any longer.
final class SupervisedProcess: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    /// The server's number, which is that of its session, too.
    private let number: Int32

    /// What makes a program run as `nobody` if the tests run as root.
    static var unprivileged: [String] {
        getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []
    }

    /// Starts a program without root's rights.
    init(_ arguments: [String], environment: [String: String], log: String) throws {
        // In a session of its own, so that all of its processes can be ended at once.
        let script = """
            setsid sh -c 'echo $$ >"$0"; exec "$@"' "$0" "$@" </dev/null &
            server=$!
            exec 3<&0
            (read -r line <&3; kill -KILL -$server) 2>/dev/null &
            watcher=$!
            wait $server
            kill -KILL $watcher
            """
        let command = Self.unprivileged + ["/bin/sh", "-c", script, "\(log).number"]
        let all = command + arguments
        process.executableURL = URL(filePath: all[0])
        process.arguments = Array(all.dropFirst())
        process.environment = environment
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(filePath: log)) }
        let file = try FileHandle(forWritingTo: URL(filePath: log))
        try file.seekToEnd()
        process.standardError = file
        try? FileManager.default.removeItem(atPath: "\(log).number")
        let process = process
        try RunningProcess.withoutBlockedSignals { try process.run() }
        var number: Int32?
        while number == nil, process.isRunning {
            usleep(5_000)
            let text = try? String(contentsOfFile: "\(log).number", encoding: .utf8)
            number = text.flatMap { $0.hasSuffix("\n") ? Int32($0.dropLast()) : nil }
        }
        self.number = try #require(number, "\(arguments[0]) does not start")
    }

    deinit { kill() }

    var isRunning: Bool { process.isRunning }

    /// Ends the program and all processes that it has started, at once.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(-number, SIGKILL)
        process.waitUntilExit()
        try? input.fileHandleForWriting.close()
    }
}

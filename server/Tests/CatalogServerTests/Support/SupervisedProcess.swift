import Foundation
import TestSupport
import Testing

/// A server that ends with the tests, even if they crash: a shell in between ends it, and deletes its folder, when its standard input
/// is closed.
final class SupervisedProcess: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    /// The server's number, which is that of its session, too.
    private let number: Int32
    private let ending: Int32

    /// What makes a program run as `nobody` if the tests run as root.
    static var unprivileged: [String] {
        getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []
    }

    /// Starts a program without root's rights.
    ///
    /// - Parameters:
    ///   - folder: Its folder, which it owns.
    ///   - log: The name of its log in the folder.
    ///   - ending: The signal that ends it at once, but lets it release memory that it shares with other processes.
    init(
        _ arguments: [String], environment: [String: String], in folder: URL, log: String,
        endedBy ending: Int32 = SIGKILL
    ) throws {
        self.ending = ending
        let log = folder.appending(path: log).path
        let numberFile = "\(log).\(UUID().uuidString)"
        // In a session of its own, so that all of its processes can be ended at once. Only if the tests have ended does the shell
        // that waits for that delete the file of the number, and then go on after the end of the server. PostgreSQL's processes
        // have sessions of their own and end with the first one, but not while they are paused.
        let script = """
            folder=$1 number=$2 ending=$3
            shift 3
            setsid sh -c 'echo $$ >"$0"; exec "$@"' "$number" "$@" </dev/null &
            server=$!
            exec 3<&0
            (
                read -r line <&3
                rm -f "$number"
                kill -CONT $(grep -lsx "PPid:[[:space:]]*$server" /proc/[0-9]*/status | tr -d a-z/) $server
                kill -"$ending" $server
                for attempt in 1 2 3 4 5 6 7 8 9 10; do kill -0 $server || break; sleep 0.2; done
                kill -KILL -$server
                rm -rf "$folder"
            ) 2>/dev/null &
            watcher=$!
            wait $server
            [ ! -e "$number" ] || kill -KILL $watcher
            """
        let command = Self.unprivileged + ["/bin/sh", "-c", script, "sh", folder.path, numberFile, "\(ending)"]
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
        let process = process
        try RunningProcess.withoutBlockedSignals { try process.run() }
        var number: Int32?
        while number == nil, process.isRunning {
            usleep(5_000)
            let text = try? String(contentsOfFile: numberFile, encoding: .utf8)
            number = text.flatMap { $0.hasSuffix("\n") ? Int32($0.dropLast()) : nil }
        }
        self.number = try #require(number, "\(arguments[0]) does not start")
    }

    deinit { end(ending) }

    var isRunning: Bool { process.isRunning }

    /// Stops the program and the processes that it has started, or lets them go on. Only SIGKILL ends them before they go on.
    func setPaused(_ isPaused: Bool) throws {
        let signal = isPaused ? SIGSTOP : SIGCONT
        // The program first: from then on, it starts no other process.
        Foundation.kill(number, signal)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let child = Int32(name),
                let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8),
                status.contains("\nPPid:\t\(number)\n")
            else { continue }
            Foundation.kill(child, signal)
        }
    }

    /// Ends the program and all processes that it has started, at once, as a crash would.
    func kill() { end(SIGKILL) }

    private func end(_ signal: Int32) {
        guard process.isRunning else { return }
        // By any other signal, it ends its processes itself.
        Foundation.kill(signal == SIGKILL ? -number : number, signal)
        process.waitUntilExit()
        try? input.fileHandleForWriting.close()
    }
}

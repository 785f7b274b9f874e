public import AppGroup
public import AppGroupPlatform
import CToolSupport

/// This process, and helper programs that it runs.
public enum Processes {
    /// The number of this process.
    public static var id: Int { Int(getpid()) }

    /// The name of this machine, such as `laptop`; empty if it has none.
    public static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Ends this process with a status.
    public static func leave(_ status: AppExitStatus) -> Never { exit(status.rawValue) }

    /// Lets this process learn how its helpers end, even if its parent ignores that and so do the programs that it starts.
    public static func learnEnds() { toolsupport_uncatch(SIGCHLD) }

    /// Does nothing for some seconds: 60 at most.
    public static func pause(seconds: Double) {
        usleep(UInt32(min(max(0, seconds), 60) * 1_000_000))
    }

    /// How a helper program ended.
    public struct Result: Sendable {
        /// The exit status; nil if a signal ended the program.
        public let status: Int32?
        /// What it wrote to standard output.
        public let output: [UInt8]
    }

    /// Runs a program found through `PATH`, and keeps what it writes to standard output. Its messages and questions go to
    /// this process's standard error and terminal.
    ///
    /// - Parameters:
    ///   - input: What the program reads from standard input; nil to let it read this process's. It must fit into a pipe:
    ///      4,096 bytes.
    ///   - limit: The most bytes of output; a program that writes more is killed.
    ///   - seconds: A program that takes longer is killed.
    /// - Returns: nil if there is no such program.
    public static func capture(
        _ command: [String], input: [UInt8]? = nil, limit: Int = 65_536, killedAfter seconds: Double
    ) throws(SystemError) -> Result? {
        let output = try Pipe()
        let given = try input.map { (input) throws(SystemError) in
            let pipe = try Pipe()
            try SystemError.retrying { write(pipe.writing.number, input, input.count) }
            pipe.writing.close()
            return pipe
        }
        var child = Child()
        let streams = [given?.reading.number ?? STDIN_FILENO, output.writing.number, STDERR_FILENO]
        guard child.start(command, streams: streams) else { return nil }
        output.writing.close()
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        let end = ContinuousClock.now + .seconds(seconds)
        while bytes.count <= limit {
            let rest = ContinuousClock.now.duration(to: end) / .seconds(1)
            guard rest > 0 else { break }
            var event = pollfd(fd: output.reading.number, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, 100) > 0 else { continue }
            let count = try SystemError.retrying { read(output.reading.number, &block, block.count) }
            if count == 0 { return Result(status: child.end(within: rest), output: bytes) }
            bytes += block[..<count]
        }
        return Result(status: child.end(within: 0), output: [])
    }
}

extension Processes {
    /// Runs a program found through `PATH` with this process's terminal, input and output, and waits for it.
    ///
    /// Control-C is left to the program.
    ///
    /// - Returns: Its exit status; nil if there is no such program, or if a signal ended it.
    public static func runInForeground(_ command: [String]) -> Int32? {
        // A handler, unlike ignoring, is not inherited.
        let before = signal(SIGINT) { _ in }
        defer { signal(SIGINT, before) }
        var child = Child()
        guard child.start(command, streams: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]) else { return nil }
        return child.end(within: .infinity)
    }

    /// Runs a program found through `PATH`, without input or output, and kills it if it takes too long.
    ///
    /// - Returns: Its exit status; nil if there is no such program, or if it was killed.
    public static func run(_ command: [String], killedAfter seconds: Double) -> Int32? {
        var child = Child()
        guard child.start(command, streams: [nil, nil, nil]) else { return nil }
        return child.end(within: seconds)
    }

    /// Starts a program of the desktop that is found through `PATH`, without input or output. It may outlive this
    /// process.
    ///
    /// - Parameter seconds: How long to wait for it to fail at once.
    /// - Returns: Its exit status; 0 if it still runs after that time; nil if there is no such program, or if a signal
    ///   ended it.
    public static func start(_ command: [String], watchingFor seconds: Double) -> Int32? {
        var child = Child()
        guard child.start(command, streams: [nil, nil, nil]) else { return nil }
        let status = child.status(within: seconds) ?? 0
        return status >= 0 ? status : nil
    }
}

/// A pipe whose ends are closed with it, and which no child inherits.
struct Pipe {
    let reading: End
    let writing: End

    init() throws(SystemError) {
        var ends: [CInt] = [0, 0]
        try SystemError.retrying { toolsupport_pipe(&ends) }
        (reading, writing) = (End(ends[0]), End(ends[1]))
    }

    final class End {
        private(set) var number: CInt

        init(_ number: CInt) { self.number = number }

        func close() {
            if number >= 0 { CToolSupport.close(number) }
            number = -1
        }

        deinit { close() }
    }
}

/// A process that this one has started.
struct Child {
    private var process: pid_t = 0

    /// - Parameter streams: What becomes standard input, output and error; nil for nothing.
    mutating func start(_ command: [String], streams: [CInt?]) -> Bool {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream, CInt(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, CInt(number), "/dev/null", O_RDWR, 0)
            }
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        guard let name = command.first else { return false }
        return toolsupport_spawn(&process, name, &actions, &arguments) == 0
    }

    /// Waits for the end, and kills the process if it takes longer.
    ///
    /// - Returns: As ``status(within:)``, but nil if a signal ended the process.
    func end(within seconds: Double) -> Int32? {
        if let status = status(within: seconds) { return status >= 0 ? status : nil }
        // The process was still a child a moment ago, so its number belongs to no other one.
        kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
        return nil
    }

    /// Whether the process has ended. It is not waited for, so that its number stays taken.
    var hasEnded: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
            || toolsupport_signaled(&information) != 0
    }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, -1 if a signal ended the process; nil if it still runs. A caller that ignores `SIGCHLD` gets
    ///   no status from the system: it counts as 0.
    func status(within seconds: Double) -> Int32? {
        var waited = 0.0
        var status: CInt = 0
        while true {
            do throws(SystemError) {
                if try SystemError.retrying({ waitpid(process, &status, WNOHANG) }) == process { break }
            } catch {
                return 0
            }
            if waited >= seconds { return nil }
            Processes.pause(seconds: 0.02)
            waited += 0.02
        }
        return toolsupport_exit_status(status)
    }
}

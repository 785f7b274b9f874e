#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Other programs, started without a shell.
///
/// A program that the system cannot execute is an error that carries `errno`, a script without `#!` (`ENOEXEC`) too.
public enum Processes {
    /// An executable file and what it starts with.
    public struct Program: Sendable {
        /// The file's path; also the program's argument 0.
        package var executable: String
        /// The arguments after argument 0.
        package var arguments: [String] = []
        package var environment: ProcessEnvironment
        /// The folder to run the program in; `nil` for the caller's own.
        package var workingDirectory: String?

        package init(
            executable: String, arguments: [String] = [], environment: ProcessEnvironment,
            workingDirectory: String? = nil
        ) {
            self.executable = executable
            self.arguments = arguments
            self.environment = environment
            self.workingDirectory = workingDirectory
        }

        /// The program that a command names, found through `PATH` if the name has no slash; `nil` if there is none.
        ///
        /// - Parameter command: The name, and the arguments.
        public init?(_ command: [String], environment: ProcessEnvironment = .current) {
            guard let name = command.first,
                let executable = name.utf8.contains(UInt8(ascii: "/")) ? name : environment.executable(named: name)
            else { return nil }
            self.init(executable: executable, arguments: Array(command.dropFirst()), environment: environment)
        }

        package func withCVectors<Result>(
            _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
        ) -> Result {
            let arguments = ([executable] + arguments).map { strdup($0) } + [nil]
            let variables = environment.cStrings() + [nil]
            defer { (arguments + variables).forEach { free($0) } }
            return body(arguments, variables)
        }
    }

    /// What a helper without output left behind.
    package struct Outcome {
        /// How it ended.
        package enum Ending: Hashable, Sendable {
            /// With an exit status: 128 and the signal's number after a signal.
            case ended(Int32)
            /// It was stopped after the time-out.
            case stopped
            /// The system does not say: this process ignores `SIGCHLD`, or has collected the helper elsewhere.
            case unknown
        }

        package let ending: Ending
        /// The beginning of what it wrote to its standard error.
        package let errors: String

        /// Whether the system does not say that it failed.
        package var mayHaveSucceeded: Bool { ending == .ended(0) || ending == .unknown }
    }

    /// Replaces this process by the program: same process, terminal, input and output.
    package static func replaceSelf(with program: Program) throws(SystemError) -> Never {
        guard let folder = program.workingDirectory else { try execute(program) }
        let before = try Descriptor(opening: ".", O_RDONLY | O_DIRECTORY)
        try SystemError.retrying { chdir(folder) }
        defer { _ = fchdir(before.number) }
        try execute(program)
    }

    /// Starts the program in a session of its own with nothing of this process: it survives the terminal and the caller,
    /// and leaves a caller that lives on no zombie.
    package static func startDetached(_ program: Program) throws(SystemError) -> Int32 {
        var spawn = try Spawn(resetting: .all)
        spawn.beginSession()
        try spawn.silence()
        try spawn.closeOthers()
        let process = try spawn.start(program)
        Reaper.adopt(process)
        return process
    }

    /// Runs the program in the caller's terminal and waits for it.
    ///
    /// Meanwhile the keyboard's signals are the program's alone, as with system(3).
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
    public static func runInForeground(_ program: Program) throws(SystemError) -> Int32 {
        fflush(nil)
        let spawn = try Spawn(resetting: .pipeAndKeyboard)
        let keyboard = KeyboardSignals()
        defer { keyboard.restore() }
        let process = try spawn.start(program)
        var group = getpgrp()
        // A program that was killed leaves the terminal with its group.
        defer { passTerminal(from: group, to: getpgrp()) }
        return try ForkGate.stepOut { () throws(SystemError) -> Int32 in
            while true {
                switch try change(of: process) {
                case .ended(let status): return status
                case .stopped where wasContinued(process): continue
                case .stopped:
                    // This process stops with the program, so that the shell takes over. Afterwards, the shell has continued only
                    // the process group of this process, to which it gave the terminal, but a program that is a shell itself has
                    // made a group of its own. And if no shell could stop this process, the program must not wait for one.
                    ThisProcess.stop(wholeJob: true)
                    group = getpgid(process)
                    passTerminal(from: getpgrp(), to: group)
                    if group > 0 { killpg(group, SIGCONT) }
                }
            }
        }
    }

    /// Whether a child that had stopped has been continued since, because the whole job was stopped and continued.
    private static func wasContinued(_ process: Int32) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WCONTINUED | WNOHANG) == 0 && information.si_signo != 0
    }

    /// Gives the terminal to another process group, if the first one has it.
    private static func passTerminal(from owner: Int32, to group: Int32) {
        let terminal = StandardStream.input.rawValue
        guard owner != group, group > 0, tcgetpgrp(terminal) == owner else { return }
        // In the background, the call would stop this process.
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        tcsetpgrp(terminal, group)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// What can happen to a program that is waited for.
    private enum Change {
        case ended(Int32)
        /// A key of the terminal, reading it in the background, or the program itself stopped the program.
        case stopped
    }

    private static func change(of process: Int32) throws(SystemError) -> Change {
        var status: Int32 = 0
        do {
            _ = try SystemError.retrying { waitpid(process, &status, WUNTRACED) }
        } catch .noChild {
            return .ended(0)
        }
        let signal = status & 0x7F
        return signal == 0x7F ? .stopped : .ended(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
    }

    /// What the signals of the keyboard did before they were the program's alone.
    package struct KeyboardSignals {
        private var interrupt = sigaction()
        private var quit = sigaction()

        /// Ignores them from now on.
        package init() {
            sigaction(SIGINT, nil, &interrupt)
            sigaction(SIGQUIT, nil, &quit)
            signal(SIGINT, SIG_IGN)
            signal(SIGQUIT, SIG_IGN)
        }

        package func restore() {
            var (interrupt, quit) = (interrupt, quit)
            sigaction(SIGINT, &interrupt, nil)
            sigaction(SIGQUIT, &quit, nil)
        }
    }

    /// Runs a helper without input and output, and waits for it. If that takes longer than the time-out, it is stopped.
    package static func run(_ program: Program, timeout: Duration) throws(SystemError) -> Outcome {
        let pipe = try Pipe()
        let child = try start(program, errors: pipe.input.number)
        let ending = Self.ending(of: child, within: timeout)
        if ending == .stopped { child.stop() }
        return Outcome(ending: ending, errors: pipe.text())
    }

    private static func ending(of child: Child, within timeout: Duration) -> Outcome.Ending {
        do throws(SystemError) {
            let known = try ForkGate.stepOut { () throws(SystemError) in try child.knownEnding(within: timeout) }
            return known.map { .ended($0.status) } ?? .stopped
        } catch {
            return .unknown
        }
    }

    /// Starts a helper without output, which may outlive this process.
    ///
    /// - Parameters:
    ///   - input: A descriptor that becomes its standard input; `nil` for none.
    ///   - errors: A descriptor that becomes its standard error; `nil` for none.
    ///   - signals: Which signals get their default effect back. With ``Signals/all``, closing the terminal ends it even under
    ///     nohup.
    public static func start(
        _ program: Program, input: Int32? = nil, errors: Int32? = nil, resetting signals: Signals = .all
    ) throws(SystemError) -> Child {
        var spawn = try Spawn(resetting: signals)
        try spawn.silence(input: input, errors: errors)
        try spawn.closeOthers()
        return Child(try spawn.start(program))
    }

    /// Interrupts a process of this user, as Ctrl-C does.
    package static func interrupt(_ process: Int32) { kill(process, SIGINT) }

    private static func execute(_ program: Program) throws(SystemError) -> Never {
        fflush(nil)
        var none = sigset_t()
        var mask = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &mask)
        let pipeHandler = signal(SIGPIPE, SIG_DFL)
        let error = program.withCVectors { arguments, environment in
            execve(program.executable, arguments, environment)
            return SystemError.last
        }
        signal(SIGPIPE, pipeHandler)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        throw error
    }
}

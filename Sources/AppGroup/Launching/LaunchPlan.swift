/// What starting an app would do, decided but not yet done.
public enum LaunchPlan: Hashable, Sendable {
    /// A program is started.
    case process(Process)
    /// An application is activated over the session bus.
    case dbus(BusActivation)

    /// A program that this process starts itself.
    public struct Process: Hashable, Sendable {
        /// What the desktop calls the app: its id, or its desktop-file id without the ending.
        public internal(set) var application: String
        /// The path of an executable file.
        public internal(set) var executable: String
        /// The arguments after argument 0.
        public internal(set) var arguments: [String]
        /// Where the program meets its user.
        public internal(set) var interface: AppLaunch.Interface
        /// The folder to run the program in; `nil` for the caller's own.
        public internal(set) var workingDirectory: String?
    }
}

extension LaunchPlan {
    /// The program, if it needs a terminal.
    package var terminalProcess: Process? {
        guard case .process(let process) = self, process.interface == .terminal else { return nil }
        return process
    }
}

extension LaunchPlan: CustomStringConvertible {
    /// The command line that does the same, for a person to read or to paste into a POSIX shell.
    public var description: String {
        switch self {
        case .process(let process):
            let line = ShellWords.line([process.executable] + process.arguments)
            return process.workingDirectory.map { "cd \(ShellWords.line([$0])) && \(line)" } ?? line
        case .dbus(let activation):
            return ShellWords.line(["gdbus"] + activation.gdbusArguments)
        }
    }
}

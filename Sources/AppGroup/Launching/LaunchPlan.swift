/// What starting an app comes to, decided but not yet done.
enum LaunchPlan: Hashable {
    case process(Process)
    case dbus(BusActivation)

    /// A program that this process starts itself.
    struct Process: Hashable {
        /// What the desktop knows the app by: its id, or its desktop-file id without the ending.
        var application: String
        /// The path of an executable file.
        var executable: String
        /// The arguments after argument 0.
        var arguments: [String]
        var interface: Launch.Interface
        /// The caller's own where it is `nil`.
        var workingDirectory: String?
    }
}

extension LaunchPlan: CustomStringConvertible {
    /// The command line that does the same, for a person to read or to paste into a POSIX shell.
    var description: String {
        switch self {
        case .process(let process):
            let line = ShellWords.line([process.executable] + process.arguments)
            return process.workingDirectory.map { "cd \(ShellWords.line([$0])) && \(line)" } ?? line
        case .dbus(let activation):
            return ShellWords.line(["gdbus"] + activation.gdbusArguments)
        }
    }
}

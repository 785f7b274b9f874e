import CToolSupport

/// This process, and helper programs that it runs.
public enum Processes {
    /// Does nothing for some seconds: 60 at most.
    public static func pause(seconds: Double) {
        usleep(UInt32(min(max(0, seconds), 60) * 1_000_000))
    }

    /// Runs a program found through `PATH`, without input or output, and kills it if it takes too long.
    ///
    /// - Returns: Whether it ended with status 0 in time.
    static func run(_ command: [String], seconds: Double) -> Bool {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard let name = command.first, toolsupport_spawn(&process, name, &actions, &arguments) == 0 else {
            return false
        }
        var waited = 0.0
        var status: CInt = 0
        while waited < seconds {
            if waitpid(process, &status, WNOHANG) == process { return status == 0 }
            pause(seconds: 0.02)
            waited += 0.02
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return false
    }
}

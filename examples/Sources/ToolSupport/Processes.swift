#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that does a small thing beside the command, unseen.
enum HelperProcess {
    /// Runs a program of the `PATH`, and ends it when it takes too long.
    /// - Returns: whether it ended well in time.
    static func run(_ command: [String], seconds: Double) -> Bool {
        var actions: posix_spawn_file_actions_t = .init()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard let name = command.first, posix_spawnp(&process, name, &actions, nil, &arguments, environ) == 0 else {
            return false
        }
        var waited = 0.0
        var status: CInt = 0
        while waited < seconds {
            if waitpid(process, &status, WNOHANG) == process { return status == 0 }
            Pause.seconds(0.02)
            waited += 0.02
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return false
    }
}

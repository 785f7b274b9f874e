import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Another program that does something for this one, started without a shell.
struct HelperProgram {
    /// How it ended.
    struct Ending {
        /// The exit status; 128 and the signal's number after a signal; `nil` where it was stopped.
        let status: Int32?
        /// What it wrote to its standard output.
        let output: [UInt8]
    }

    /// The file and its arguments. A bare name is looked up in `PATH`.
    let arguments: [String]
    /// Whether what it says on its standard error is for the person.
    var showsErrors = true
    /// The most bytes of output; one that writes more is stopped.
    var limit = 64 << 10
    /// In seconds. One that takes longer is stopped.
    var patience: Double = 60

    /// Runs the program to its end.
    ///
    /// - Throws: Why it could not be started.
    func run() throws(Errno) -> Ending {
        var ends: [Int32] = [0, 0]
        if pipe(&ends) < 0 { throw .last }
        let (output, input) = (ends[0], ends[1])
        _ = fcntl(output, F_SETFD, FD_CLOEXEC)
        defer { close(output) }
        let process: pid_t
        do throws(Errno) {
            process = try start(writingTo: input)
            close(input)
        } catch {
            close(input)
            throw error
        }
        let (bytes, ended) = collect(output)
        if !ended { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, Errno.last == .interrupted {}
        let signal = status & 0x7F
        return Ending(status: !ended ? nil : signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: bytes)
    }

    private func start(writingTo input: Int32) throws(Errno) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 1)
        posix_spawn_file_actions_addclose(&actions, input)
        if !showsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
        guard result == 0 else { throw Errno(rawValue: result) }
        return process
    }

    /// What comes out until the end; false where it took too long or was too much.
    private func collect(_ output: Int32) -> (bytes: [UInt8], ended: Bool) {
        let deadline = ContinuousClock.now + .seconds(patience)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let rest = (deadline - .now).components
            guard rest.seconds >= 0 else { return (bytes, false) }
            let found = poll(&watched, 1, Int32(clamping: rest.seconds * 1000 + 1000))
            if found < 0, Errno.last == .interrupted { continue }
            guard found > 0 else { return (bytes, false) }
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return (bytes, true) }
            if count > 0 { bytes += buffer[..<count] }
        }
        return (bytes, false)
    }
}

#if canImport(Darwin)
import Darwin
#else
import CAppGroupPlatform
import Glibc
#endif

extension Processes {
    /// Which signals get their default effect back in a new process, if this one ignores them.
    public enum Signals: Sendable {
        case all
        /// Broken pipes and the keyboard: what a caller that waits ignores for itself alone.
        case pipeAndKeyboard
    }
}

/// One call of posix_spawn(3): what a new process starts with, besides its program.
///
/// Its signal mask is empty, and a signal that the caller ignores has its default effect again where ``resetting`` says so.
package struct Spawn: ~Copyable {
    #if canImport(Darwin)
    private var attributes: posix_spawnattr_t?
    private var actions: posix_spawn_file_actions_t?
    #else
    private var attributes = posix_spawnattr_t()
    private var actions = posix_spawn_file_actions_t()
    #endif
    private var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)

    package init(resetting signals: Processes.Signals) throws(SystemError) {
        try Self.check(posix_spawnattr_init(&attributes))
        try Self.check(posix_spawn_file_actions_init(&actions))
        var mask = sigset_t()
        sigemptyset(&mask)
        try Self.check(posix_spawnattr_setsigmask(&attributes, &mask))
        switch signals {
        case .all:
            sigfillset(&mask)
            for signal in [SIGKILL, SIGSTOP] { sigdelset(&mask, signal) }
        case .pipeAndKeyboard:
            for signal in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&mask, signal) }
        }
        try Self.check(posix_spawnattr_setsigdefault(&attributes, &mask))
    }

    deinit {
        var (attributes, actions) = (attributes, actions)
        posix_spawnattr_destroy(&attributes)
        posix_spawn_file_actions_destroy(&actions)
    }

    /// A session of its own, without the caller's terminal.
    package mutating func beginSession() {
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_SETSID)
        #else
        flags |= 0x80  // POSIX_SPAWN_SETSID, part of glibc's binary interface since 2.26
        #endif
    }

    /// Output on `/dev/null`, input and errors there too or on descriptors that are open here.
    package mutating func silence(input: Int32? = nil, errors: Int32? = nil) throws(SystemError) {
        if let input { try Self.check(posix_spawn_file_actions_adddup2(&actions, input, 0)) }
        for number: Int32 in (input == nil ? 0 : 1)...1 {
            try Self.check(posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0))
        }
        try Self.check(posix_spawn_file_actions_adddup2(&actions, errors ?? 1, 2))
    }

    /// Input and output on descriptors that are open here, and errors too if a descriptor for them is given.
    package mutating func connect(input: Int32, output: Int32, errors: Int32?) throws(SystemError) {
        try Self.check(posix_spawn_file_actions_adddup2(&actions, input, 0))
        try Self.check(posix_spawn_file_actions_adddup2(&actions, output, 1))
        if let errors { try Self.check(posix_spawn_file_actions_adddup2(&actions, errors, 2)) }
    }

    /// Nothing inherited but input, output and errors, not even what strangers in this process left open.
    package mutating func closeOthers() throws(SystemError) {
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
        try Self.check(posix_spawn_file_actions_addclosefrom_np(&actions, 3))
        #endif
    }

    /// Starts the program; that it could not be executed is an error here, in the caller.
    package consuming func start(_ program: Processes.Program) throws(SystemError) -> Int32 {
        if let folder = program.workingDirectory {
            try Self.check(posix_spawn_file_actions_addchdir_np(&actions, folder))
        }
        try Self.check(posix_spawnattr_setflags(&attributes, Int16(flags)))
        var process: pid_t = 0
        let code = program.withCVectors { arguments, environment in
            posix_spawn(&process, program.executable, &actions, &attributes, arguments, environment)
        }
        try Self.check(code)
        return process
    }

    private static func check(_ code: Int32) throws(SystemError) {
        if code != 0 { throw SystemError(code) }
    }
}

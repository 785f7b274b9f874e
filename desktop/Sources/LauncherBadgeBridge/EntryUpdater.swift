import AppGroup
import Glibc

/// Runs `launcher integrate --update`, one at a time.
struct EntryUpdater {
    private let launcher: String?
    private var process: pid_t = 0
    private var isWanted = false

    init(_ environment: ProcessEnvironment) {
        launcher = Self.find("launcher", environment)
    }

    /// Brings the desktop entries up to date, at once or when the run that is under way has ended.
    mutating func update() {
        isWanted = true
        startIfWanted()
    }

    /// To be called when a child has ended.
    mutating func reap() {
        while true {
            let ended = waitpid(-1, nil, WNOHANG)
            guard ended > 0 else { break }
            if ended == process { process = 0 }
        }
        startIfWanted()
    }

    private mutating func startIfWanted() {
        guard isWanted, process == 0, let launcher else { return }
        isWanted = false
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [String] = [launcher, "integrate", "--update", "--format", "tsv"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var started: pid_t = 0
        if posix_spawn(&started, launcher, nil, &attributes, arguments, environ) == 0 { process = started }
    }

    /// The program of that name beside this one, else in `PATH`.
    private static func find(_ name: String, _ environment: ProcessEnvironment) -> String? {
        var folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
        if let path = realpath("/proc/self/exe", nil) {
            let own = String(cString: path)
            free(path)
            folders.insert(String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]), at: 0)
        }
        return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}

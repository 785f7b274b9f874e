#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension ThisProcess {
    /// The number of the user that this process acts for.
    package static var effectiveUser: UInt32 { geteuid() }

    /// The folder that relative paths start from; `nil` if it has been deleted, or cannot be found out.
    package static var workingDirectory: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// A path that stays the same in every folder: a relative one goes on from the folder that relative paths start from now.
    /// It does not lead through that folder if it leaves it. `nil` if that folder has been deleted.
    package static func absolute(_ path: String) -> String? {
        if Paths.isAbsolute(path) { return path }
        guard var folder = workingDirectory else { return nil }
        var rest = path.utf8[...]
        while let step = ["./", "../"].first(where: { rest.starts(with: $0.utf8) }) {
            // The system tells the folder without links, so its parent is the folder before it in the path.
            if step == "../" { folder = Paths.parent(of: folder) }
            rest = rest.dropFirst(step.utf8.count).drop { $0 == UInt8(ascii: "/") }
        }
        return (folder == "/" ? "" : folder) + "/\(String(rest) ?? path)"
    }

    /// The name that this machine gives itself; `nil` if the system does not say.
    public static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Runs `body` with the signal of a broken pipe blocked in this thread: writing to a connection that the other side has
    /// closed then fails with `EPIPE` and ends nothing.
    package static func withoutBrokenPipeSignal<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var (pipe, before) = (sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        // If the caller has blocked it, what is pending is the caller's.
        guard sigismember(&before, SIGPIPE) == 0 else { return try body() }
        defer {
            var pending = sigset_t()
            sigpending(&pending)
            if sigismember(&pending, SIGPIPE) == 1 {
                var signal: Int32 = 0
                sigwait(&pipe, &signal)
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }
}

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a program sets up before it serves others.
extension ThisProcess {
    /// Makes every file and folder of this process private to the user unless it is given other permissions later.
    package static func keepFilesPrivate() { umask(0o077) }

    /// Lets writes fail with `EPIPE` or `EFBIG` instead of ending the process: to a connection that the other side has closed,
    /// and beyond a limit on the size of files (`RLIMIT_FSIZE`).
    package static func reportWriteFailures() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Raises the number of files and connections that this process may have open as far as the system allows.
    package static func raiseOpenFileLimit() {
        #if canImport(Darwin)
        let resource = RLIMIT_NOFILE
        #else
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// The bytes of memory that the process occupies: the second number of `/proc/self/statm` (proc(5)), in pages. `nil` if the
    /// system does not say.
    package static var residentBytes: Int? {
        guard let bytes = try? Files.contents(of: "/proc/self/statm", limit: 4096) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return numbers.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }
}

/// Why a server cannot listen.
extension SystemError {
    package static let addressInUse = SystemError(EADDRINUSE)
    package static let addressNotAvailable = SystemError(EADDRNOTAVAIL)
}

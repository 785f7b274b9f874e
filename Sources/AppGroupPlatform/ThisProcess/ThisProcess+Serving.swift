#if canImport(Darwin)
import Darwin
#else
import CAppGroupPlatform
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
        guard var limit = openFiles, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(openFilesResource, &limit)
    }

    /// How many files and connections this process may have open.
    package static var openFileLimit: Int { openFiles.map { Int(clamping: $0.rlim_cur) } ?? .max }

    private static var openFiles: rlimit? {
        var limit = rlimit()
        return getrlimit(openFilesResource, &limit) == 0 ? limit : nil
    }

    #if canImport(Darwin)
    private static let openFilesResource = RLIMIT_NOFILE
    #else
    private static let openFilesResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif

    /// Gives memory that was freed back to the system, which the C library otherwise keeps. It searches all free memory, so call it
    /// rarely, and not where others wait.
    package static func returnFreeMemory() {
        #if canImport(Darwin)
        malloc_zone_pressure_relief(nil, 0)
        #else
        appgroup_return_free_memory()
        #endif
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

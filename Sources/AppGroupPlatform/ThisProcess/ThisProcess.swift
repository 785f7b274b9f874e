#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process that this code runs in.
public enum ThisProcess {
    /// Its number. The system is asked once, because each write needs the number four times.
    public static var number: Int32 { known.pointee }

    private nonisolated(unsafe) static let known: UnsafeMutablePointer<Int32> = {
        let known = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        known.initialize(to: getpid())
        pthread_atfork(nil, nil, { ThisProcess.known.pointee = getpid() })
        return known
    }()

    /// Whether it leads its session, as the program does that a terminal's window was opened for. A program that a shell
    /// started does not.
    package static var leadsSession: Bool { getsid(0) == number }

    /// The file that it was started from, through every link; `nil` if the system does not say.
    package static var executable: String? {
        #if canImport(Darwin)
        var size: UInt32 = 0
        _NSGetExecutablePath(nil, &size)
        var buffer = [CChar](repeating: 0, count: Int(size) + 1)
        guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
        let path = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return try? Files.resolved(String(decoding: path, as: UTF8.self))
        #else
        return try? Files.resolved("/proc/self/exe")
        #endif
    }

    /// The first argument that is not text in UTF-8, with such bytes by their numbers. `CommandLine.arguments` has other
    /// bytes in its place, which would name another file.
    package static var undecodableArgument: String? {
        (1..<max(1, Int(CommandLine.argc))).lazy.compactMap { CommandLine.unsafeArgv[$0] }
            .first { String(validatingCString: $0) == nil }
            .map { Paths.shown(Array(UnsafeBufferPointer(start: $0, count: strlen($0)))) }
    }

    /// Sets an environment variable of this process and its future children. Only before other threads run.
    package static func setVariable(_ name: String, to value: String) { setenv(name, value, 1) }

    /// Ends it with an exit status.
    public static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.exit(status)
        #else
        Glibc.exit(status)
        #endif
    }
}

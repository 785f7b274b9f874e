#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A process that this one has started, until something here has learned how it ended.
public struct Child: Sendable {
    /// How a process ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with an exit status.
        case exit(Int32)
        /// By a signal with this number.
        case signal(Int32)

        /// - Parameter status: What waitpid(2) stored.
        init(_ status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
        }

        /// The exit status; `nil` after a signal.
        public var exitStatus: Int32? { if case .exit(let status) = self { status } else { nil } }

        /// The exit status, or 128 and the number of the signal.
        package var status: Int32 {
            switch self {
            case .exit(let status): status
            case .signal(let number): 128 + number
            }
        }
    }

    private let process: Int32

    init(_ process: Int32) { self.process = process }

    /// Whether it has ended. That is not learned here, so its number stays taken.
    public var hasEnded: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
            || information.si_signo != 0
    }

    /// Waits for the end. If this process ignores `SIGCHLD`, or has collected the child elsewhere, the system does not tell the
    /// status: it counts as 0.
    package func ending() -> Ending { (try? ending(options: 0)) ?? .exit(0) }

    /// Waits for the end, as ``ending()`` does; `nil` if it still runs after this time.
    public func ending(within limit: Duration) -> Ending? {
        do { return try knownEnding(within: limit) } catch { return .exit(0) }
    }

    /// Waits as ``ending(within:)`` does, but fails if the system does not tell the end.
    func knownEnding(within limit: Duration) throws(SystemError) -> Ending? {
        let deadline = Deadline(after: limit)
        var pause = Duration.milliseconds(1)
        while true {
            if let ending = try ending(options: WNOHANG) { return ending }
            guard deadline.sleep(atMost: pause) else { return nil }
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Kills it unless it has ended, and waits for the end.
    public func stop() {
        // Once its end is learned, its number may belong to another process.
        guard ending(within: .zero) == nil else { return }
        kill(process, SIGKILL)
        _ = ending()
    }

    /// - Throws: `ECHILD` if it is no child any longer.
    private func ending(options: Int32) throws(SystemError) -> Ending? {
        var status: Int32 = 0
        guard try SystemError.retrying({ waitpid(process, &status, options) }) != 0 else { return nil }
        return Ending(status)
    }
}

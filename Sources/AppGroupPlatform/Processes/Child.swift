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

    /// Waits for the end. A caller that ignores `SIGCHLD` does not learn the status from the system: it counts as 0.
    package func ending() -> Ending { ending(options: 0) ?? .exit(0) }

    /// Waits for the end, as ``ending()`` does; `nil` if it still runs after this time.
    public func ending(within limit: Duration) -> Ending? {
        let deadline = Deadline(after: limit)
        var pause = Duration.milliseconds(1)
        while true {
            if let ending = ending(options: WNOHANG) { return ending }
            guard deadline.sleep(atMost: pause) else { return nil }
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Kills it unless it has ended, and waits for the end.
    public func stop() {
        // Once its end is learned, its number may belong to another process.
        guard ending(options: WNOHANG) == nil else { return }
        kill(process, SIGKILL)
        _ = ending()
    }

    private func ending(options: Int32) -> Ending? {
        var status: Int32 = 0
        do throws(SystemError) {
            guard try SystemError.retrying({ waitpid(process, &status, options) }) != 0 else { return nil }
        } catch {
            // It is no child any longer.
            return .exit(0)
        }
        return Ending(status)
    }
}

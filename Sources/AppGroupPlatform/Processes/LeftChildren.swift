#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The children that nothing else waits for, in a program that may have no thread of its own: what has ended is collected now and
/// then.
package enum LeftChildren {
    private struct Child {
        let process: Int32
        /// When it started. Something else in the program may collect the child, and its number then belongs to another one.
        let start: Substring?
    }

    private static let children = Exclusive<[Child]>([])

    /// Notes a child that was just started.
    package static func add(_ process: Int32) {
        ForkGate.pass { children.withLock { $0.append(Child(process: process, start: start(of: process))) } }
    }

    /// Collects those that have ended, without waiting.
    package static func collect() {
        ForkGate.pass {
            children.withLock { children in
                guard !children.isEmpty else { return }
                children.removeAll { child in
                    guard !isRunning(child.process) else { return false }
                    guard start(of: child.process) == child.start else { return true }
                    return waitpid(child.process, nil, WNOHANG) != 0
                }
            }
        }
    }

    /// Whether a child has not ended. One system call: a program may open many apps, which run for long.
    private static func isRunning(_ process: Int32) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo == 0
    }

    /// When a process started, in ticks since the system did: the 22nd field of `/proc/PID/stat` (proc(5)). The name of the
    /// program before it may hold spaces and parentheses.
    private static func start(of process: Int32) -> Substring? {
        guard let bytes = try? Files.contents(of: "/proc/\(process)/stat", limit: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let name = text.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        return text[name...].split(separator: " ").dropFirst(20).first
    }
}

#if os(Linux)
import CAppGroupPlatform
import Glibc

/// The signals that end this process, and the notice that a child has ended, as a descriptor for ``Poll``.
///
/// Create it before any other thread starts, because threads inherit which signals are blocked.
package final class SignalDescriptor {
    /// The signals that came.
    package struct Arrived {
        package var wantsEnd = false
        package var hasEndedChild = false
    }

    private let descriptor: Descriptor

    /// The descriptor to wait for.
    package var number: Int32 { descriptor.number }

    package init() throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = try Descriptor { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) }
    }

    /// The signals that came since the last call.
    package func take() -> Arrived {
        var arrived = Arrived()
        var info = signalfd_siginfo()
        while read(number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
            if Int32(info.ssi_signo) == SIGCHLD { arrived.hasEndedChild = true } else { arrived.wantsEnd = true }
        }
        return arrived
    }
}
#endif

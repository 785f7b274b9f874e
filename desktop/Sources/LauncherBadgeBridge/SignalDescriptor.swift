import CDesktopSystemd
import Glibc

/// The signals that end this process, and the news that a child ended, as something to wait for with poll(2).
///
/// To be made before any other thread is, since each inherits which signals are blocked.
final class SignalDescriptor {
    /// Which signals came.
    struct Arrived {
        var wantsEnd = false
        var hasEndedChild = false
    }

    /// What to wait for with poll(2).
    let number: Int32

    init() throws(SessionBus.Lost) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        number = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard number >= 0 else { throw SessionBus.Lost(errno: errno) }
    }

    deinit { close(number) }

    func take() -> Arrived {
        var arrived = Arrived()
        var info = signalfd_siginfo()
        while read(number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
            if Int32(info.ssi_signo) == SIGCHLD { arrived.hasEndedChild = true } else { arrived.wantsEnd = true }
        }
        return arrived
    }
}

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension ThisProcess {
    /// The signals that end a program in a terminal, and those that report changes of the terminal.
    package enum TerminalSignal {
        /// Signals that end a program which does not take them: all but SIGKILL, which nobody can take, those of a fault of
        /// its own, and those that the C library keeps for its threads (signal(7)).
        package static let ending: [Int32] = {
            let everywhere = [
                SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
                SIGXFSZ,
            ]
            #if canImport(Darwin)
            return everywhere
            #else
            return everywhere + [SIGIO, SIGPWR, SIGSTKFLT]
                + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
            #endif
        }()
        /// Asked to stop, as Ctrl-Z does.
        package static let stop = SIGTSTP
        /// Goes on after it was stopped.
        package static let goOn = SIGCONT
        /// The terminal has another size.
        package static let resize = SIGWINCH

        /// All of them.
        package static let all = ending + [stop, goOn, resize]
    }

    /// Lets this process learn how its children end, even if its parent ignores that and so do the programs that it starts.
    public static func learnEndsOfChildren() { signal(SIGCHLD, SIG_DFL) }

    /// Ends as if the signal had not been handled, so that the parent sees why.
    package static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        exit(128 + number)
    }

    /// Stops until the process is continued. If no shell could continue it, as in a terminal of its own, it goes on: the system
    /// then discards SIGTSTP, but not SIGSTOP.
    ///
    /// - Parameter wholeJob: All that the shell started together with it stops too, as with Ctrl-Z: the shell waits for that.
    package static func stop(wholeJob: Bool) {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        // The signal to the others of the job must not reach a thread of this process that waits for signals: it is discarded if
        // it is ignored and not blocked.
        let handler = signal(SIGTSTP, SIG_IGN)
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        if wholeJob { kill(0, SIGTSTP) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGTSTP, SIG_DFL)
        // To this thread alone. The process stops when it is unblocked.
        raise(SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        signal(SIGTSTP, handler)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Waits on a thread of its own until standard output has no reader left, and then ends this process as writing would: by
    /// SIGPIPE, or with status 0 if that signal is ignored.
    package static func endWhenOutputCloses() {
        _ = Threads.start {
            var output = pollfd(fd: StandardStream.output.rawValue, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0, errno == EINTR {}
            kill(getpid(), SIGPIPE)
            exit(0)
        }
    }
}

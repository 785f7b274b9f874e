#if os(Linux)
import CAppGroupPlatform
import Glibc

/// Waits for several descriptors at once, by poll(2).
package enum Poll {
    /// A descriptor and the events to wait for.
    package struct Interest {
        let number: Int32
        let events: Int16

        /// - Parameters:
        ///   - number: The descriptor; a negative number is ignored.
        ///   - events: The flags of poll(2); by default, input.
        package init(_ number: Int32, events: Int16 = Int16(POLLIN)) {
            self.number = number
            self.events = events
        }
    }

    /// Waits until a descriptor is ready, a signal comes, or the time has passed.
    ///
    /// - Parameter milliseconds: The longest wait; -1 for no limit.
    /// - Returns: The descriptors that are ready.
    @discardableResult
    package static func wait(for interests: [Interest], milliseconds: Int32) -> Set<Int32> {
        var descriptors = interests.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
        return Set(descriptors.filter { $0.revents != 0 }.map(\.fd))
    }
}

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
        let number = try SystemError.retrying { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) }
        descriptor = Descriptor(owning: number)
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

/// Watches one folder for new files, by inotify(7), as a descriptor for ``Poll``.
package final class NewFileWatch {
    private let descriptor: Descriptor
    private let folder: String
    /// The number of the watch; `nil` while nothing is watched.
    private var watch: Int32?

    /// The descriptor to wait for.
    package var number: Int32 { descriptor.number }

    /// Prepares to watch a folder; `nil` if the system has no watch left.
    package init?(folder: String) {
        let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard number >= 0 else { return nil }
        descriptor = Descriptor(owning: number)
        self.folder = folder
    }

    /// Begins to watch, or continues to.
    package func start() {
        let watch = inotify_add_watch(number, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB))
        if watch >= 0 { self.watch = watch }
    }

    /// Stops watching and forgets what happened.
    package func stop() {
        if let watch { inotify_rm_watch(number, watch) }
        watch = nil
        drain()
    }

    /// Forgets what happened, so that the descriptor is no longer ready.
    package func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(number, &buffer, buffer.count) > 0 {}
    }
}

extension Processes {
    /// Collects the children that have ended, without waiting.
    ///
    /// - Returns: Their exit statuses, by process id; for a child that a signal ended, 128 and its number.
    package static func collectEnded() -> [Int32: Int32] {
        var ended: [Int32: Int32] = [:]
        while true {
            var status: Int32 = 0
            let process = waitpid(-1, &status, WNOHANG)
            guard process > 0 else { return ended }
            ended[process] = exitStatus(from: status)
        }
    }
}

extension SystemError {
    package static let notConnected = SystemError(ENOTCONN)
    package static let noMemory = SystemError(ENOMEM)
    package static let wrongProtocol = SystemError(EPROTO)
}
#endif

#if os(Linux)
import CAppGroupPlatform
import Glibc

/// One descriptor for the event loop of any program: it is ready for reading while another descriptor is, and from a set moment on
/// (epoll(7), timerfd_create(2)). Nothing runs in the meantime.
package struct ReadyDescriptor: ~Copyable {
    private let poll: Descriptor
    private var timer: Descriptor

    /// The descriptor to wait for.
    package var number: Int32 { poll.number }

    /// - Parameter other: The descriptor that makes this one ready; a negative one is ignored.
    package init(including other: Int32) throws(SystemError) {
        let poll = try Self.makePoll()
        let timer = try Self.makeTimer()
        try Self.include([timer.number, other], in: poll.number)
        self.poll = poll
        self.timer = timer
    }

    /// Watches another descriptor, and a timer of its own, under the same number. A child made by `fork` needs this, because it
    /// shares with its parent what it inherited.
    package mutating func renew(including other: Int32) throws(SystemError) {
        let fresh = try Self.makePoll()
        let timer = try Self.makeTimer()
        try Self.include([timer.number, other], in: fresh.number)
        let (source, target) = (fresh.number, poll.number)
        try SystemError.retrying { dup3(source, target, O_CLOEXEC) }
        self.timer = timer
    }

    /// Whether its descriptors are still there; see ``NameWatch/isIntact``.
    package var isIntact: Bool { poll.isStill("anon_inode:[eventpoll]") && timer.isStill("anon_inode:[timerfd]") }

    /// Is ready once this time has passed, instead of at an earlier set moment.
    ///
    /// - Parameter milliseconds: 0 or less for at once.
    package func wake(afterMilliseconds milliseconds: Int32) {
        let nanoseconds = max(1, Int(milliseconds) * 1_000_000)
        var time = itimerspec()
        time.it_value = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        timerfd_settime(timer.number, 0, &time, nil)
    }

    /// Whether the set moment has come since the last call.
    package func takeTime() -> Bool {
        var count: UInt64 = 0
        return read(timer.number, &count, 8) == 8
    }

    private static func makePoll() throws(SystemError) -> Descriptor {
        try Descriptor { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    }

    private static func makeTimer() throws(SystemError) -> Descriptor {
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        return try Descriptor { timerfd_create(CLOCK_MONOTONIC, flags) }
    }

    private static func include(_ descriptors: [Int32], in poll: Int32) throws(SystemError) {
        for descriptor in descriptors where descriptor >= 0 {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            try SystemError.retrying { epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) }
        }
    }
}
#endif

import Glibc
import Synchronization

/// By what the tasks that follow families wake the loop that talks to the bus.
final class WakePipe: Sendable {
    /// What became different.
    struct Reasons: OptionSet {
        let rawValue: UInt8
        static let badges = Reasons(rawValue: 1)
        static let entries = Reasons(rawValue: 2)
    }

    /// What to wait for with poll(2).
    let reader: Int32
    private let writer: Int32
    private let pending = Mutex(Reasons())

    init() throws(SessionBus.Lost) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SessionBus.Lost(errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit { for end in [reader, writer] { close(end) } }

    func wake(_ reasons: Reasons) {
        pending.withLock { $0.formUnion(reasons) }
        var byte: UInt8 = 0
        // A full pipe wakes as well as one byte more.
        _ = write(writer, &byte, 1)
    }

    /// Everything that became different since the last call.
    func take() -> Reasons {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(reader, &bytes, bytes.count) > 0 {}
        return pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
    }
}

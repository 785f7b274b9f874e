#if os(Linux)
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

    /// Waits until a descriptor is ready, a signal comes, or the deadline has passed.
    ///
    /// - Returns: The descriptors that are ready.
    @discardableResult
    package static func wait(for interests: [Interest], until deadline: Deadline) -> Set<Int32> {
        var descriptors = interests.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
        guard poll(&descriptors, nfds_t(descriptors.count), deadline.pollMilliseconds) > 0 else { return [] }
        return Set(descriptors.filter { $0.revents != 0 }.map(\.fd))
    }
}
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// Ends the wait of one thread from any other. Ringing twice before anybody heard is ringing once.
package final class Bell: Sendable {
    private let reader: Descriptor
    private let writer: Descriptor
    private let isRung = Atomic(false)

    /// The descriptor that is ready for reading while the bell rings.
    package var number: Int32 { reader.number }

    package init() throws(SystemError) {
        let ends = try Pipe.ends()
        reader = Descriptor(owning: ends.reader)
        writer = Descriptor(owning: ends.writer)
    }

    package func ring() {
        if !isRung.exchange(true, ordering: .sequentiallyConsistent) { try? writer.write([0]) }
    }

    /// What ended a wait.
    package enum Reason { case bell, descriptor, time }

    /// Waits until the bell rings, but at most this long.
    ///
    /// - Returns: Whether it rang.
    @discardableResult
    package func wait(milliseconds: Int32) -> Bool { wait(orFor: -1, milliseconds: milliseconds) == .bell }

    /// Waits until the bell rings or a descriptor is ready for reading, but at most this long.
    ///
    /// - Parameter descriptor: A negative one is ignored.
    package func wait(orFor descriptor: Int32, milliseconds: Int32) -> Reason {
        var waiting = [
            pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&waiting, 2, milliseconds)
        // A signal ended the wait early.
        if count < 0 { return .descriptor }
        guard waiting[0].revents != 0 else { return count == 0 ? .time : .descriptor }
        var byte: UInt8 = 0
        _ = read(reader.number, &byte, 1)
        isRung.store(false, ordering: .sequentiallyConsistent)
        return .bell
    }
}

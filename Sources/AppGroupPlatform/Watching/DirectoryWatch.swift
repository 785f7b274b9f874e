#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Calls back soon after certain files appear, change or go, on a thread of its own: a ``NameWatch`` for programs that do not
/// wait themselves.
///
/// A hint and no guarantee: inotify is blind to changes from other machines, and the system may have no watch left.
package final class DirectoryWatch: Sendable {
    package typealias Target = NameWatch.Target

    private let stopWriter: Int32

    /// Starts watching; `nil` if the system has no watch left to give.
    ///
    /// - Parameter echoes: After which pauses to call again when an event is followed by none, in milliseconds.
    package init?(_ targets: [Target], echoes: [Int32] = [], onEvent: @escaping @Sendable () -> Void) {
        guard let watch = try? NameWatch(), let pipe = try? Pipe.ends() else { return nil }
        stopWriter = pipe.writer
        watch.watch(Set(targets))
        let loop = Loop(
            watch: Exclusive(watch), number: watch.number, stop: pipe.reader, echoes: echoes, onEvent: onEvent)
        guard Threads.start({ loop.run() }) else {
            // The pipe's other end is closed by deinit, here too.
            close(pipe.reader)
            return nil
        }
    }

    /// Closing this end of the pipe ends the thread, which closes what it reads from.
    deinit { close(stopWriter) }
}

private struct Loop: Sendable {
    let watch: Exclusive<NameWatch>
    let number: Int32
    let stop: Int32
    let echoes: [Int32]
    let onEvent: @Sendable () -> Void

    func run() {
        var descriptors = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        var pauses = echoes[echoes.endIndex...]
        while true {
            let echo = pauses.popFirst()
            guard poll(&descriptors, 2, echo ?? -1) >= 0 || errno == EINTR else { break }
            if descriptors[1].revents != 0 { break }
            let matters = !watch.withLock { $0.take() }.isEmpty
            if matters { pauses = echoes[...] }
            if matters || echo != nil { onEvent() }
        }
        close(stop)
    }
}

#if os(Linux)
import Glibc

/// Calls back soon after certain files appear, change or go, by inotify(7), on a thread of its own.
///
/// A hint and no guarantee: a watch may come too late for a folder that was just made, and inotify is blind to changes from
/// other machines.
package final class DirectoryWatch: Sendable {
    /// A folder, and the names in it that matter; `nil` for all.
    package struct Target: Sendable {
        package let folder: String
        package let names: Set<String>?

        package init(folder: String, names: Set<String>?) {
            self.folder = folder
            self.names = names
        }
    }

    private let stopWriter: Int32

    /// Starts watching; `nil` if the system has no watch left to give.
    ///
    /// - Parameters:
    ///   - echoes: After which pauses to call again when an event is followed by none, in milliseconds.
    ///   - armingInterval: How often to look for a folder that was made unnoticed, in milliseconds.
    package init?(
        _ targets: [Target], echoes: [Int32] = [], armingInterval: Int32 = 5000,
        onEvent: @escaping @Sendable () -> Void
    ) {
        let inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard inotify >= 0 else { return nil }
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else {
            close(inotify)
            return nil
        }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopWriter = pipe[1]
        let loop = Loop(
            inotify: inotify, stop: pipe[0], targets: targets, echoes: echoes, armingInterval: armingInterval,
            onEvent: onEvent)
        loop.arm()
        guard Threads.start({ loop.run() }) else {
            // The pipe's other end is closed by deinit, here too.
            for descriptor in [inotify, pipe[0]] { close(descriptor) }
            return nil
        }
    }

    /// Closing this end of the pipe ends the thread, which closes what it reads from.
    deinit { close(stopWriter) }
}

private struct Loop: Sendable {
    let inotify: Int32
    let stop: Int32
    let targets: [DirectoryWatch.Target]
    let echoes: [Int32]
    let armingInterval: Int32
    let onEvent: @Sendable () -> Void

    /// Watches each folder that is there. Watching again what is watched already changes nothing.
    func arm() {
        for target in targets {
            _ = inotify_add_watch(
                inotify, target.folder,
                UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ONLYDIR))
        }
    }

    func run() {
        var descriptors = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        var pauses = echoes[echoes.endIndex...]
        while true {
            let echo = pauses.popFirst()
            guard poll(&descriptors, 2, echo ?? armingInterval) >= 0 || errno == EINTR else { break }
            if descriptors[1].revents != 0 { break }
            let matters = drain()
            arm()
            if matters { pauses = echoes[...] }
            if matters || echo != nil { onEvent() }
        }
        close(inotify)
        close(stop)
    }

    /// Reads all waiting events. - Returns: Whether any of them matters.
    private func drain() -> Bool {
        let names = targets.reduce(into: Set<String>()) { $0.formUnion($1.names ?? []) }
        let takesAll = targets.contains { $0.names == nil }
        var matters = false
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(inotify, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset < count {
                    let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                    matters =
                        matters || event.len == 0 || takesAll || names.contains(String(decoding: name, as: UTF8.self))
                    offset = start + Int(event.len)
                }
            }
        }
        return matters
    }
}
#endif

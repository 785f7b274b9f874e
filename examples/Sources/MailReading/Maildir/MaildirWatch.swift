import CToolSupport

/// Waits for changes in a Maildir. It only gives hints: count the messages again after each, and now and then without one.
public struct MaildirWatch: ~Copyable {
    /// An inotify descriptor. poll(2) ignores a negative one, so that every wait takes its full time.
    private let descriptor: CInt

    /// Begins to watch. If the system can't, every wait takes its full time.
    public init(_ maildir: Maildir) {
        #if os(Linux)
        descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        for folder in ["new", "cur"] {
            let events = UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
            inotify_add_watch(descriptor, "\(maildir.path)/\(folder)", events)
        }
        #else
        descriptor = -1
        #endif
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns after a change, or after `seconds` at the latest.
    public func wait(seconds: CInt) {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        guard poll(&descriptors, 1, seconds * 1000) > 0 else { return }
        var events = [UInt8](repeating: 0, count: 64 * 1024)
        while read(descriptor, &events, events.count) > 0 {}
    }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waits for messages to come, go or be renamed. What it says is a hint: count again, and count anyway now and then.
public struct MaildirWatch: ~Copyable {
    /// What poll(2) passes over where it is negative: then every wait takes its full time.
    private let descriptor: CInt

    /// Begins to watch; where the system lets nobody watch, a wait takes its full time.
    public init(_ maildir: Maildir) {
        #if canImport(Glibc)
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

    /// Returns when something has changed, and after `seconds` at the latest.
    public func wait(seconds: CInt) {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        guard poll(&descriptors, 1, seconds * 1000) > 0 else { return }
        var events = [UInt8](repeating: 0, count: 64 * 1024)
        while read(descriptor, &events, events.count) > 0 {}
    }
}

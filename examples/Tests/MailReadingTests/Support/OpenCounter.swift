#if os(Linux)
import Foundation

/// Counts how often the folders of a Maildir, and the messages in them, are opened by any process.
final class OpenCounter {
    private let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))

    init(_ mail: TemporaryMaildir) {
        for folder in ["new", "cur"] {
            inotify_add_watch(descriptor, mail.url.appending(path: folder).path, UInt32(IN_OPEN))
        }
    }

    deinit { close(descriptor) }

    /// How often each was opened since this was asked last. Of many thousand times, the system counts only the first.
    func counts() -> (folders: Int, messages: Int) {
        var (folders, messages) = (0, 0)
        var events = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &events, events.count)
            guard count > 0 else { return (folders, messages) }
            var place = 0
            while place < count {
                let event = events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
                if event.mask & UInt32(IN_ISDIR) != 0 { folders += 1 } else { messages += 1 }
                place += MemoryLayout<inotify_event>.size + Int(event.len)
            }
        }
    }
}
#endif

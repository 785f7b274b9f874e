import AppGroupPlatform
import CToolSupport
import ToolSupport

/// Waits for changes in a Maildir. It only gives hints: count the messages again after each wait.
public struct MaildirWatch: ~Copyable {
    /// An inotify descriptor. poll(2) ignores a negative one, so that it takes its full time.
    private let descriptor: CInt
    private let folders: [String]
    /// When the folders had changed last before the messages were counted.
    private var times: [Int?] = []

    /// Begins to watch.
    public init(_ maildir: Maildir) {
        folders = ["new", "cur"].map { "\(maildir.path)/\($0)" }
        #if os(Linux)
        descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        for folder in folders {
            let events = UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
            inotify_add_watch(descriptor, folder, events)
        }
        #else
        descriptor = -1
        #endif
        times = newestTimes
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns after a change: at once if the system reports it, otherwise within five seconds. Over a network, the system reports
    /// only of changes that this machine makes.
    ///
    /// It also returns after a minute without a change, because two changes may follow each other so quickly that the folders
    /// have the same time.
    public mutating func wait() {
        defer { times = newestTimes }
        for _ in 0..<12 {
            var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            if poll(&descriptors, 1, 5000) > 0 {
                var events = [UInt8](repeating: 0, count: 64 * 1024)
                while read(descriptor, &events, events.count) > 0 {}
                return
            }
            if hasChanged { return }
        }
    }

    /// Whether a folder has changed since the last wait, as its time says.
    var hasChanged: Bool { newestTimes != times }

    private var newestTimes: [Int?] { folders.map { Files.exactModificationTime(of: $0) } }
}

#if os(Linux)
import CAppGroupPlatform
import Glibc

/// Watches one folder for new files, by inotify(7), as a descriptor for ``Poll``.
package final class NewFileWatch {
    private let descriptor: Descriptor
    private let folder: String
    /// The number of the watch; `nil` while nothing is watched.
    private var watch: Int32?

    /// The descriptor to wait for.
    package var number: Int32 { descriptor.number }

    /// Prepares to watch a folder; `nil` if the system has no watch left.
    package init?(folder: String) {
        guard let descriptor = try? Descriptor({ inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }) else {
            return nil
        }
        self.descriptor = descriptor
        self.folder = folder
    }

    /// Begins to watch, or continues to.
    package func start() {
        let watch = inotify_add_watch(number, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB))
        if watch >= 0 { self.watch = watch }
    }

    /// Stops watching and forgets what happened.
    package func stop() {
        if let watch { inotify_rm_watch(number, watch) }
        watch = nil
        drain()
    }

    /// Forgets what happened, so that the descriptor is no longer ready.
    package func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(number, &buffer, buffer.count) > 0 {}
    }
}
#endif

#if os(Linux)
import Glibc

/// Notices by inotify(7) when names in folders appear, change or go. For one thread at a time.
///
/// The folders may be missing, and the way to them, or to what a name stands for, may lead through symbolic links: changes
/// on that way are noticed too. If ``isReliable`` is `false`, changes may go unnoticed.
package final class NameWatch {
    /// The most folders that are watched. The system has a limit for all programs of a user together.
    private static let limit = 1024

    private let descriptor: Descriptor
    private var targets: Set<Target> = []
    /// What is watched, by the numbers of inotify.
    private var folders: [Int32: WatchedFolder] = [:]

    /// Whether every change is noticed. It is `false` if a folder is on a network, must not be read or cannot be watched
    /// because the system has no watch left.
    package private(set) var isReliable = true

    /// The descriptor that is ready for reading after a change.
    package var number: Int32 { descriptor.number }

    /// Whether the descriptor is still there. A child made by `fork` may have closed it, as daemons do, and opened another one with
    /// the same number.
    package var isIntact: Bool { descriptor.isStill("anon_inode:inotify") }

    /// Watches nothing yet.
    package init() throws(SystemError) {
        descriptor = try Descriptor { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
    }

    /// Watches these names instead of others. Changes before this call are not noticed.
    ///
    /// - Returns: Whether they are others than before.
    @discardableResult
    package func watch(_ targets: Set<Target>) -> Bool {
        guard targets != self.targets else { return false }
        self.targets = targets
        arm()
        return true
    }

    /// Looks again which folders there are.
    package func arm() {
        var plan = WatchPlan(targets)
        for _ in 0..<3 {
            isReliable = apply(plan)
            // What changed before its folder was watched gave no event.
            let now = WatchPlan(targets)
            if now == plan { return }
            plan = now
        }
        isReliable = false
    }

    /// - Returns: Whether every folder of the plan is now watched.
    private func apply(_ plan: WatchPlan) -> Bool {
        var isComplete = plan.folders.count <= Self.limit
        var kept: [Int32: WatchedFolder] = [:]
        for (path, folder) in plan.folders.prefix(Self.limit) {
            var watch = inotify_add_watch(number, path.description, folder.mask)
            if watch < 0 {
                // A folder on the way to others need not be readable.
                if !folder.isOnTheWay || errno == ENOSPC || errno == ENOMEM { isComplete = false }
                continue
            }
            if let other = kept[watch] {
                // The same folder by another path, through a mount.
                watch = inotify_add_watch(number, path.description, folder.mask | UInt32(IN_MASK_ADD))
                kept[watch] = folder.union(other)
            } else {
                kept[watch] = folder
            }
            if !folder.isOnTheWay, FileSystemKind(at: path.description) == .network { isComplete = false }
        }
        for watch in folders.keys where kept[watch] == nil { inotify_rm_watch(number, watch) }
        folders = kept
        return isComplete
    }

    /// Reads what has happened, without waiting.
    ///
    /// - Returns: The subjects of the names that may have changed.
    package func take() -> Subjects {
        var (subjects, mustArm): (Subjects, Bool) = ([], false)
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(number, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset < count {
                    let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                    let touched = touched(
                        by: event, name.isEmpty ? nil : ExactPath(String(decoding: name, as: UTF8.self)))
                    subjects.formUnion(touched)
                    // A write leads nowhere else.
                    if !touched.isEmpty, event.mask & UInt32(IN_MODIFY) == 0 { mustArm = true }
                    offset = start + Int(event.len)
                }
            }
        }
        if mustArm { arm() }
        return subjects
    }

    private func touched(by event: inotify_event, _ name: ExactPath?) -> Subjects {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .all }
        guard let folder = folders[event.wd] else { return [] }
        guard let name else { return folder.everything }
        return folder.any.union(folder.names[name] ?? [])
    }
}
#else
import Darwin

/// Without inotify(7), no name can be watched: programs look at regular intervals instead.
package final class NameWatch {
    package let isReliable = false
    package let number: Int32 = -1
    package let isIntact = true

    package init() throws(SystemError) { throw SystemError(ENOSYS) }

    @discardableResult
    package func watch(_ targets: Set<Target>) -> Bool { false }

    package func arm() {}

    package func take() -> Subjects { [] }
}
#endif

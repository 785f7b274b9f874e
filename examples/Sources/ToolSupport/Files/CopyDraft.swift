public import AppGroupPlatform
import CToolSupport

/// A hidden file that grows in a folder until a copy is whole: `.PROCESS.RANDOM.part`.
///
/// It is locked as long as this value lives, so one that is not locked was left by a process that was killed.
final class CopyDraft {
    let path: String
    let file: Descriptor

    /// Makes an empty draft.
    ///
    /// - Parameter isPrivate: Whether only its user can read it; otherwise, the mask of this process and the folder decide.
    init(in folder: String, isPrivate: Bool = true) throws(SystemError) {
        while true {
            // The folder may be shared with other machines, whose processes have the same numbers.
            let path = "\(folder)/.\(getpid()).\(UInt32.random(in: 0...(.max))).part"
            let file = try Descriptor(
                opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: isPrivate ? 0o600 : 0o666)
            // Another process may take it for abandoned before it is locked, and delete it. Some file systems have no locks.
            let isLost = (try? file.tryLock()) == false
            if !isLost, let links = try? file.status().links, links > 0 {
                self.path = path
                self.file = file
                return
            }
        }
    }

    deinit { try? Files.remove(path) }

    /// The process that made a draft with this name; nil for any other name.
    static func process(of name: String) -> pid_t? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[3] == "part", let process = pid_t(parts[1]), process > 0,
            let random = UInt32(parts[2]), name == ".\(process).\(random).part"
        else { return nil }
        return process
    }
}

extension Files {
    /// Deletes the hidden files that killed processes of this user have left in a folder while they copied files into it.
    ///
    /// It leaves everything that may belong to a process that still runs here, by its number and by its lock. Both say nothing
    /// about a process of another machine that shares the folder: numbers are those of one machine, and many network file systems
    /// keep locks to one machine, too. There, only its age tells that nothing writes to a file any longer.
    ///
    /// - Parameter latest: The last moment at which the file may have changed, in seconds since 1970; nil for any. Its date would
    ///   not do: a finished copy has that of its original before it has its name.
    public static func removeAbandonedDrafts(in folder: String, unchangedSince latest: Int? = nil) {
        try? OpenFolder(folder, followsLink: true).eachName { name, _ in
            guard let process = CopyDraft.process(of: name) else { return }
            let isRunning = process != getpid() && (kill(process, 0) == 0 || toolsupport_errno() != ESRCH)
            if !isRunning { removeDraft("\(folder)/\(name)", unchangedSince: latest) }
        }
    }

    /// Deletes a draft of this user, unless it is locked or has changed since a moment.
    private static func removeDraft(_ path: String, unchangedSince latest: Int?) {
        guard let file = try? Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else { return }
        guard let status = try? file.status(), status.kind == .file, status.owner == geteuid(),
            latest.map({ status.change.seconds <= $0 }) ?? true, (try? file.tryLock()) == true
        else { return }
        try? remove(path)
    }
}

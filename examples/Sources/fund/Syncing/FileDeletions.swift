import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Applies what other devices deleted to files. They go to the trash, unless they changed here.
///
/// A file that another device renamed is one that it deleted, and a new one with the same bytes: here, it is renamed, too.
final class FileDeletions {
    private let context: Reconciler
    private var store: Store { context.store }
    /// The files that only other devices have, by their SHA-256.
    private var distant: [SHA256Digest: [SharedFile]] = [:]
    /// The paths of the files that went to the trash.
    private(set) var trashed: [Fund.ID: [String]] = [:]

    init(_ context: Reconciler) { self.context = context }

    /// A file here that another device deleted.
    private struct Subject {
        let file: StoredFile
        let fund: Fund
        let known: SyncObject

        var name: String { "\(fund.name)/\(file.path)" }
    }

    /// Applies all deletions that came. Each is recorded after the file has been moved, so that a process that is killed leaves something
    /// that the next sync recognizes. So does a power failure.
    ///
    /// - Parameter spared: The funds whose files are only renamed: they go to the trash with their funds.
    func apply(sparing spared: Set<Fund.ID> = []) throws {
        var deletions: [IncomingObject] = []
        try store.eachIncoming(.file, areDeleted: true) { incoming, _ in deletions.append(incoming) }
        guard !deletions.isEmpty else { return }
        distant = Dictionary(grouping: try store.distantFiles(), by: \.content.sha256)
        try store.writingFast {
            for deletion in deletions {
                if let subject = try subject(of: deletion) {
                    let isSpared = spared.contains(subject.fund.id)
                    guard try isSpared ? renameIfUnchanged(subject) : remove(subject) else { continue }
                }
                try settle(deletion)
            }
        }
    }

    private func subject(of deletion: IncomingObject) throws -> Subject? {
        guard let known = try store.object(.file, id: deletion.id), deletion.version > known.version,
            let file = try known.owner.flatMap({ try store.file(id: $0) }), let fund = try store.fund(id: file.fund)
        else { return nil }
        return Subject(file: file, fund: fund, known: known)
    }

    private func renameIfUnchanged(_ subject: Subject) throws -> Bool {
        guard subject.known.changes == 0, store.isUnchanged(subject.file, in: subject.fund) else { return false }
        return try rename(subject)
    }

    /// Renames a file, moves it to the trash, or lets it stay.
    ///
    /// - Returns: Whether its deletion is applied; otherwise it waits for the next sync.
    private func remove(_ subject: Subject) throws -> Bool {
        guard !context.closed.contains(subject.fund.id) else { return false }
        if subject.known.changes == 0 {
            // The deletion of the file that it led to may just have been applied.
            if Files.isBrokenLink(store.place(of: subject.file, in: subject.fund)) { return try trash(subject) }
            // It may have changed since the scan. The next sync will see that.
            guard store.isUnchanged(subject.file, in: subject.fund) else {
                context.outcome.fail(.busy("“\(subject.name)” has just changed here. Sync again."))
                return false
            }
            if try rename(subject) { return true }
            // A scan of another process may have noticed that it is gone.
            guard try current(subject) != nil else { return true }
            return try trash(subject)
        }
        context.outcome.notice("“\(subject.name)” was deleted on another device, but stays here.")
        return true
    }

    /// The file as the store has it now; nil if it is no longer at its path.
    private func current(_ subject: Subject) throws -> StoredFile? {
        let file = try store.file(id: subject.file.id)
        return file?.fund == subject.file.fund && file?.path == subject.file.path ? file : nil
    }

    /// Gives a file the path of one with the same bytes that only other devices have, if there is one, in the same fund if possible.
    private func rename(_ subject: Subject) throws -> Bool {
        guard let sha256 = subject.known.base(as: FileContent.self)?.sha256, let candidates = distant[sha256],
            let place = candidates.firstIndex(where: { $0.fund.id == subject.fund.id }) ?? candidates.indices.first
        else { return false }
        let shared = candidates[place]
        // All empty files have the same bytes, so they say nothing.
        guard shared.content.size > 0, !context.closed.contains(shared.fund.id), try move(subject, to: shared) else {
            return false
        }
        removeEmptyFolders(above: subject.file.path, in: subject.fund)
        distant[sha256]?.remove(at: place)
        context.outcome.note(.renamed, .file, shared.selector)
        return true
    }

    /// - Returns: Whether the file has the path of the other one now.
    private func move(_ subject: Subject, to shared: SharedFile) throws -> Bool {
        try store.database.transaction {
            guard let file = try current(subject),
                try store.move(file, toFreePath: shared.content.path, in: shared.fund)
            else { return false }
            try store.settle(shared, as: file)
            return true
        }
    }

    /// - Returns: Whether the file is in the trash.
    private func trash(_ subject: Subject) throws -> Bool {
        let place = FundFile(
            fund: subject.fund, path: subject.file.path, place: store.place(of: subject.file, in: subject.fund))
        let removal = Removal(
            store: store, isForever: false, now: context.now,
            advice: "Another device deleted it. To delete it here, too: fund rm --forever "
                + subject.name.quotedForShell)
        do { try removal.remove(place) } catch let error as ToolError { context.outcome.fail(error) }
        // A failure may have come after the file was moved.
        guard try store.file(id: subject.file.id) == nil else { return false }
        removeEmptyFolders(above: subject.file.path, in: subject.fund)
        trashed[subject.fund.id, default: []].append(subject.file.path)
        context.outcome.note(.removed, .file, subject.name)
        return true
    }

    /// Deletes the folders that a file has left empty.
    private func removeEmptyFolders(above path: String, in fund: Fund) {
        var steps = path.split(separator: "/").dropLast()
        while !steps.isEmpty {
            let folder = "\(store.folder(of: fund))/\(steps.joined(separator: "/"))"
            do throws(SystemError) { try Files.removeEmptyFolder(folder) } catch { return }
            steps.removeLast()
        }
    }

    /// Forgets a deletion that is applied. A file that is still here is sent again.
    private func settle(_ deletion: IncomingObject) throws {
        try store.database.transaction {
            if var known = try store.object(.file, id: deletion.id) {
                if known.owner == nil {
                    try store.forget(known)
                } else {
                    // The server has nothing any longer to which the file could be equal.
                    known.base = nil
                    try context.revive(known, against: deletion)
                }
            }
            try store.unstage(.file, id: deletion.id)
        }
    }
}

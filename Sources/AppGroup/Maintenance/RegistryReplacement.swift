import AppGroupPlatform

/// Puts a finished registry in the place of the current one, and keeps the current one under another name.
///
/// To be called under the writer's lock, with no connection of this storage open. If the process is killed at any moment,
/// either the old or the new registry is left, whole: a rename is the only switch.
///
/// SQLite would apply the old log to the new file, and readers with the old shared memory would trust the file size in it.
/// So if SQLite can read the old registry, its log is emptied and the log's index forgotten first; then both fit either
/// file, and a reader that is still inside the old file looks at nothing else. If SQLite cannot read it, no program is
/// reading it, and the files beside it are removed. So they are if the log belongs to another registry.
struct RegistryReplacement {
    let container: Container
    /// How long to wait for readers.
    let patience: Duration
    let now: Timestamp

    /// - Parameters:
    ///   - staged: The new registry: one file, in the container and on the disk.
    ///   - label: Part of the name under which the old one is kept: `registry.sqlite.<label>-<time>`.
    ///   - folded: The old registry's bytes with its log applied, if the log matters: they replace the file before the log of
    ///     a registry that SQLite cannot read is removed.
    /// - Returns: Where the old registry is kept; `nil` if there was none.
    func install(
        _ staged: borrowing StagedRegistry, keepingOldAs label: String, folded: [UInt8]? = nil
    ) throws -> String? {
        let isReadable = try settleOldRegistry()
        let kept = try keepOldRegistry(as: label, withCompanions: !isReadable)
        if !isReadable {
            if let folded { try Files.replace(container.database, with: folded) }
            for ending in Container.companions { try removeIfThere(container.database + ending) }
        }
        try Files.rename(staged.path, to: container.database)
        Files.synchronizeFolder(container.path)
        return kept
    }

    /// Moves the log into the file, if SQLite can read it.
    ///
    /// - Returns: Whether it can; then the file alone is the registry.
    private func settleOldRegistry() throws -> Bool {
        // SQLite deletes the log of an empty file.
        guard let status = try? container.checkDatabase(), status.size > Container.emptySize,
            container.strangeCompanion == nil, ForeignLog(beside: container) == nil
        else { return false }
        do {
            let connection = try SQLiteConnection(path: container.database, access: .readWrite)
            connection.busyTimeout = Int32(clamping: max(0, patience.wholeMilliseconds))
            try connection.keepWriteAheadLog()
            _ = try connection.statement("SELECT count(*) FROM sqlite_schema").first { $0.integer(0) }
            guard try connection.checkpoint(truncating: true) else {
                throw AppGroupError(
                    .busy,
                    "A program keeps reading the registry \(container.database); end that program, or try again.")
            }
            if try connection.statement("PRAGMA journal_mode").first(row: { $0.text(0) }) == "wal" {
                try connection.forgetWriteAheadLogIndex()
            }
            return true
        } catch let error as SQLiteError where error.isDamage {
            return false
        }
    }

    private func keepOldRegistry(as label: String, withCompanions: Bool) throws -> String? {
        let endings = [""] + (withCompanions ? Container.companions : [])
        let old = endings.filter(isWorthKeeping)
        guard !old.isEmpty else { return nil }
        let time = now.description.filter { $0.isLetter || $0.isNumber }
        var kept = "\(container.database).\(label)-\(time)"
        if endings.contains(where: { Files.exists(kept + $0, followingLinks: false) }) {
            kept += "-\(RandomName.make())"
        }
        for ending in old {
            let path = container.database + ending
            if try Files.status(path, followingLinks: false).kind == .file {
                try Files.link(path, to: kept + ending)
            } else {
                try Files.rename(path, to: kept + ending)
            }
        }
        // The log alone, if that is all there was.
        return kept + old[0]
    }

    private func isWorthKeeping(_ ending: String) -> Bool {
        guard let status = try? Files.status(container.database + ending, followingLinks: false) else { return false }
        // The memory that processes share is useless without them.
        return status.kind != .file || status.size > 0 && ending != "-shm"
    }

    private func removeIfThere(_ path: String) throws {
        do { try Files.remove(path) } catch SystemError.notFound { return }
    }
}

import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Computes the SHA-256 of files that changed. Large files take seconds, so it is done before a transaction needs them, and each
/// result is kept: after a refusal or a kill, no file has to be read again.
struct FileHashing {
    let store: Store
    let outcome: SyncOutcome
    /// The funds whose folders can't be used now.
    let closed: Set<Fund.ID>

    func hash(_ objects: some Sequence<SyncObject>) throws {
        try store.writingFast {
            for object in objects where object.kind == .file {
                guard let file = try object.owner.flatMap({ try store.file(id: $0) }), file.sha256 == nil,
                    file.canBeSent, !closed.contains(file.fund), let fund = try store.fund(id: file.fund)
                else { continue }
                guard let sha256 = try sha256(of: file, in: fund) else { continue }
                try store.database.transaction {
                    try store.setSHA256(sha256, of: file)
                    try forgetChange(of: object)
                }
            }
        }
    }

    /// Lets a file count as unchanged that is what the server has. Its date only got other nanoseconds: many programs and file
    /// systems that copy or restore files know none.
    private func forgetChange(of object: SyncObject) throws {
        guard let known = try store.object(.file, id: object.id), known.version > 0, known.sent == nil,
            let base: FileContent = known.base(), let file = try known.owner.flatMap({ try store.file(id: $0) }),
            file.sha256 == base.sha256, file.size == base.size, file.modified.milliseconds == base.modified,
            file.path.hasBytes(of: base.path), try store.fundID(file.fund) == base.fund
        else { return }
        try store.forgetChanges(of: file)
    }

    private func sha256(of file: StoredFile, in fund: Fund) throws -> SHA256Digest? {
        do {
            let digest = try FileDigest(of: store.place(of: file, in: fund))
            if digest.size == file.size { return digest.sha256 }
            outcome.fail(.busy("“\(fund.name)/\(file.path)” changes just now. Sync again when it is complete."))
        } catch let error as SystemError where error != .notFound {
            outcome.fail(.inputOutput("“\(fund.name)/\(file.path)” can't be read: \(error)."))
        } catch is SystemError {
            // It was deleted just now. The next scan sees that.
        }
        return nil
    }
}

import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Computes the SHA-256 of files that changed. Large files take seconds, so it is done before a transaction needs them, and each
/// result is kept: after a refusal or a kill, no file has to be read again.
struct FileHashing {
    let store: Store
    let outcome: SyncOutcome
    /// The funds whose folders can't be used now, by their numbers.
    let closed: Set<Int64>

    func hash(_ objects: some Sequence<SyncObject>) throws {
        try store.writingFast {
            for object in objects where object.kind == .file {
                guard let file = try object.owner.flatMap({ try store.file(id: $0) }), file.sha256 == nil,
                    file.canBeSent, !closed.contains(file.fund), let fund = try store.fund(id: file.fund)
                else { continue }
                if let sha256 = try sha256(of: file, in: fund) { try store.setSHA256(sha256, of: file) }
            }
        }
    }

    private func sha256(of file: StoredFile, in fund: Fund) throws -> String? {
        do {
            let digest = try FileDigest(of: store.place(of: file, in: fund))
            if digest.size == file.size { return digest.hexadecimal }
            outcome.fail(.busy("“\(fund.name)/\(file.path)” changes just now. Sync again when it is complete."))
        } catch let error as SystemError where error != .notFound {
            outcome.fail(.inputOutput("“\(fund.name)/\(file.path)” can't be read: \(error)."))
        } catch is SystemError {
            // It was deleted just now. The next scan sees that.
        }
        return nil
    }
}

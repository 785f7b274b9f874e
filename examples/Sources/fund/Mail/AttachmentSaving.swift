import AppGroupPlatform
import MailReading
import ToolProgram
import ToolSupport

/// Saves attachments as files. Until ``end()``, no other process does.
///
/// An attachment is decoded into a draft. If this process is killed, the next one that saves attachments or fetches mail deletes it.
struct AttachmentSaving {
    private let store: Store
    private let target: Target
    private let drafts: AttachmentDrafts

    /// Where files go.
    enum Target {
        case fund(Fund)
        case folder(String)
    }

    /// Waits until no other process saves attachments.
    init(store: Store, target: Target) throws {
        (self.store, self.target) = (store, target)
        guard let drafts = try AttachmentDrafts(in: store, patience: Self.patience) else {
            throw ToolError.busy(
                "Another process has been saving attachments for too long. Is it stopped? Try again later.")
        }
        self.drafts = drafts
        Files.removeAbandonedDrafts(in: folder)
    }

    /// Lets other processes save attachments.
    func end() { drafts.end() }

    /// How long to wait for another process.
    private static let patience = Duration.seconds(600)

    private var folder: String {
        switch target {
        case .fund(let fund): store.folder(of: fund)
        case .folder(let path): path
        }
    }

    /// Saves an attachment under its safe name, or under one with a number if another file has that name. If a file there has the
    /// same bytes, it will do.
    ///
    /// - Returns: The path of the file.
    func save(_ attachment: Attachment, of tree: MessageTree<MessageFileBytes>) throws -> String {
        let draft = drafts.path
        defer { try? Files.remove(draft) }
        let copy: (name: String, isNew: Bool)
        do {
            let file = try NewFile(draft)
            try tree.decode(attachment.part) { try file.append($0) }
            try file.finish()
            copy = try name(draft, attachment.safeName)
        } catch let error as SystemError {
            throw ToolError.inputOutput("“\(attachment.name)” can't be saved in \(folder): \(error).")
        }
        if case .fund(let fund) = target, let entry = Files.entry(copy.name, in: folder) {
            try Scanner(store: store).record(entry, of: fund, failure: { console.say($0) })
        }
        return "\(folder)/\(copy.name)"
    }

    /// Gives the draft its name in the folder of a fund, without a copy if that is on the same file system. Another folder gets
    /// a copy, because it may be one that several people use: only its user can read the draft.
    private func name(_ draft: String, _ name: String) throws(SystemError) -> (name: String, isNew: Bool) {
        func isSame(_ path: String) -> Bool { Files.areSame(draft, path) }
        if case .folder = target {
            return try Files.copy(draft, into: folder, as: name, isPrivate: false, unless: isSame)
        }
        try Files.synchronize([draft], in: store.mailFolder)
        do throws(SystemError) {
            return try Files.giveName(to: draft, in: folder, name: name, unless: isSame)
        } catch .otherFileSystem {
            return try Files.copy(draft, into: folder, as: name, unless: isSame)
        }
    }
}

import MailReading
import ToolProgram
import ToolSupport

/// Saves attachments as files.
struct AttachmentSaving {
    let store: Store
    let target: Target

    /// Where files go.
    enum Target {
        case fund(Fund)
        case folder(String)
    }

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
        let draft = "\(store.mailFolder)/attachment.\(Processes.id)"
        defer { try? Files.remove(draft) }
        let copy: (name: String, isNew: Bool)
        do {
            let file = try NewFile(draft)
            try tree.decode(attachment.part) { try file.append($0) }
            try file.finish()
            copy = try Files.copy(draft, into: folder, as: attachment.safeName) { Files.areSame(draft, $0) }
        } catch let error as Errno {
            throw ToolError.inputOutput("“\(attachment.name)” can't be saved in \(folder): \(error).")
        } catch let error as MailError {
            throw ToolError.inputOutput(error.description)
        }
        if case .fund(let fund) = target, let entry = Files.entry(copy.name, in: folder) {
            try Scanner(store: store).record(entry, of: fund, failure: { console.say($0) })
        }
        return "\(folder)/\(copy.name)"
    }
}

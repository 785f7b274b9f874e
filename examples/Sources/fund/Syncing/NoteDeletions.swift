import ToolProgram

/// Applies what other devices deleted to notes. Their texts go to the trash, unless they changed here.
final class NoteDeletions {
    private let context: Reconciler
    private var store: Store { context.store }
    /// What failed. It is not tried again before the next sync.
    private var failed: Set<SyncID> = []

    init(_ context: Reconciler) { self.context = context }

    /// Applies the deletions that came, each in a transaction: a process that is killed leaves the note, and perhaps a copy of it in the
    /// trash. So does a power failure. If a text can't go to the trash, its deletion waits for the next sync.
    ///
    /// - Parameter sparingDeletedFunds: Whether the notes of funds that other devices deleted, too, stay for now: they go to the trash
    ///   with their funds.
    func apply(sparingDeletedFunds: Bool = false) throws {
        var deletions: [IncomingObject] = []
        try store.eachIncoming(.note, areDeleted: true) { incoming, _ in deletions.append(incoming) }
        guard !deletions.isEmpty else { return }
        try store.writingFast {
            for deletion in deletions where !failed.contains(deletion.id) {
                do {
                    try store.database.transaction { try apply(deletion, sparingDeletedFunds) }
                } catch let error as ToolError {
                    context.outcome.fail(error)
                    failed.insert(deletion.id)
                }
            }
        }
    }

    private func apply(_ deletion: IncomingObject, _ sparingDeletedFunds: Bool) throws {
        guard let known = try store.object(.note, id: deletion.id), deletion.version > known.version else {
            return try store.unstage(.note, id: deletion.id)
        }
        if let note = try known.owner.flatMap({ try store.note(id: $0) }), let fund = try store.fund(id: note.fund) {
            guard known.changes == 0 else {
                try context.revive(known, against: deletion)
                context.outcome.notice(
                    "“\(note.title)” of “\(fund.name)” was deleted on another device, but stays: it changed here.")
                return try store.unstage(.note, id: deletion.id)
            }
            if sparingDeletedFunds, try store.object(.fund, owner: fund.id).map(store.isDeletedElsewhere) == true {
                return
            }
            try trash(note, of: fund)
        }
        try store.forget(known)
        try store.unstage(.note, id: deletion.id)
    }

    private func trash(_ note: Note, of fund: Fund) throws {
        let removal = Removal(
            store: store, isForever: false, now: context.now,
            advice: "Another device deleted it. To delete it here, too: fund note rm --forever "
                + "\(fund.name.quotedForShell) \(note.title.quotedForShell)")
        try removal.keep(note)
        try store.removeNote(note)
        context.outcome.note(.removed, .note, "\(fund.name)/\(note.title)")
    }
}

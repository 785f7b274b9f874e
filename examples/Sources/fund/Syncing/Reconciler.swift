import AppGroup
import AppGroupCrypto
import ToolClient
import ToolDatabase
import ToolProgram
import ToolSupport

/// Applies what came from the server to what is here: decision 32.
///
/// All of it is one transaction, except what changes folders and the trash: funds are renamed and notes removed before it, files and
/// funds are removed after it. A process that is killed leaves the rest to the next sync, which comes to the same result.
struct Reconciler {
    let store: Store
    /// What this device is called.
    let device: String
    let now: Timestamp
    let outcome: SyncOutcome
    /// The funds whose folders can't be used now. Deletions in them wait.
    var closed: Set<Fund.ID> = []

    func run() throws {
        try FundRenaming(self).run()
        let deletedNotes = NoteDeletions(self)
        // First, so that no note is in the way of one that was written in its place.
        try deletedNotes.apply(sparingDeletedFunds: true)
        try store.database.transaction {
            let notes = NoteReconciler(self)
            try apply(.fund, areDeleted: false) { try FundReconciler(self).apply($0, to: $1) }
            try apply(.feed, areDeleted: false) { try FeedReconciler(self).apply($0, to: $1) }
            try apply(.note, areDeleted: false) { try notes.apply($0, to: $1) }
            try notes.finishIndexing()
            let files = FileReconciler(self)
            try apply(.file, areDeleted: false) { try files.apply($0, to: $1) }
            try files.joinNewFiles()
            try apply(.feed, areDeleted: true) {
                try FeedReconciler(self).delete($0, known: $1)
                return .done
            }
        }
        let (deletedFiles, funds) = (FileDeletions(self), FundReconciler(self))
        // First, so that a fund is one thing in the trash.
        let whole = try funds.wholeFunds()
        if !whole.isEmpty {
            try deletedFiles.apply(sparing: Set(whole.map(\.id)))
            try funds.trashWhole(whole)
        }
        try deletedFiles.apply()
        try deletedNotes.apply()
        try funds.removeFunds(deletedFiles.trashed)
    }

    /// Applies each incoming object of a kind.
    ///
    /// - Parameter body: Receives the object, and what is known about it; nil if it is new.
    private func apply(
        _ kind: SyncKind, areDeleted: Bool, _ body: (IncomingObject, SyncObject?) throws -> Reconciled
    ) throws {
        var done: [SyncID] = []
        var isAllDone = true
        try store.eachIncoming(kind, areDeleted: areDeleted) { incoming, known in
            if let known, incoming.version <= known.version || isOwn(incoming, known) {
                if incoming.version > known.version { try adopt(incoming, known) }
            } else if try body(incoming, known) == .waits {
                isAllDone = false
                return
            }
            done.append(incoming.id)
        }
        if isAllDone, !done.isEmpty {
            try store.unstageAll(kind, areDeleted: areDeleted)
        } else {
            for id in done { try store.unstage(kind, id: id) }
        }
    }

    /// Whether this device sent it, and the answer was lost.
    private func isOwn(_ incoming: IncomingObject, _ known: SyncObject) -> Bool {
        guard let sent = known.sent, let content = incoming.content else { return false }
        return sent == content || sent == (try? Self.base(of: incoming))
    }

    private func adopt(_ incoming: IncomingObject, _ known: SyncObject) throws {
        var known = known
        (known.version, known.base, known.sent) = (incoming.version, try Self.base(of: incoming), nil)
        try store.put(known)
    }

    /// What is remembered of a version. The text of a note, which may be long, is only its SHA-256.
    static func base(of incoming: IncomingObject) throws -> String? {
        guard incoming.kind == .note, let content: NoteContent = incoming.content() else { return incoming.content }
        return try base(of: content)
    }

    /// The same for a note.
    static func base(of content: NoteContent) throws -> String {
        var content = content
        content.text = try HashFunction.sha256.hexadecimal(of: content.text)
        return StableJSON.text(content)
    }

    /// Stores that what is here is what the server has, or an edit of it.
    ///
    /// - Parameters:
    ///   - isChanged: Whether the server has to learn what is here.
    ///   - base: What is remembered of the version, if that is known already.
    func agree(
        on incoming: IncomingObject, with owner: Int64?, isChanged: Bool = false, base: String? = nil
    ) throws {
        try store.put(
            SyncObject(
                kind: incoming.kind, id: incoming.id, owner: owner, version: incoming.version,
                changes: isChanged ? 1 : 0, base: base ?? Self.base(of: incoming)))
    }

    /// Lets what was deleted on another device live on, because it was changed here: a deletion never wins over an edit.
    func revive(_ known: SyncObject, against deletion: IncomingObject) throws {
        var known = known
        (known.version, known.changes) = (deletion.version, max(1, known.changes))
        try store.put(known)
    }

    /// A title or name for what was changed here at the same time as on another device, such as “Fees (from laptop,
    /// 2026-11-26)”. The date is the local one. No rule needs it: each device names only its own copy.
    func marked(_ name: String, ending: String = "") -> String {
        name.marked(" (from \(device), \(now.localDate))\(ending)", scalars: Note.titleLimit, bytes: 240)
    }

    /// Chooses between what is here and what came, if only one of them is a change.
    ///
    /// - Returns: What came, if both are changes or neither is.
    static func merged<Value: Equatable>(base: Value?, here: Value, there: Value) -> Value {
        base == there ? here : there
    }
}

/// What became of an object that came from the server.
enum Reconciled {
    /// Nothing is left to do about it.
    case done
    /// It stays among what came, and the next sync tries again: its fund has not come, its file was not asked for, or it can't be
    /// kept here.
    case waits
}

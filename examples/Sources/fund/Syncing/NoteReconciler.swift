import AppGroupCrypto
import ToolClient
import ToolProgram

/// Applies what came from the server to notes: no text that anybody wrote is lost. ``NoteDeletions`` are applied apart.
final class NoteReconciler {
    private let context: Reconciler
    private var store: Store { context.store }
    /// The funds that notes have named so far.
    private var homes: [SyncID: Home] = [:]
    /// The new notes that are not findable yet, and the bytes of their texts.
    private var unindexed: (notes: [Note.ID], size: Int) = ([], 0)

    /// When new notes are made findable.
    private static let indexedAtOnce = (notes: 64, size: 4 << 20)

    /// The fund that a note belongs to here.
    private struct Home {
        let fund: Fund
        /// Whether it has another ID than the one that the note names.
        let isOther: Bool
    }

    init(_ context: Reconciler) { self.context = context }

    func apply(_ incoming: IncomingObject, to known: SyncObject?) throws -> Reconciled {
        guard let content: NoteContent = incoming.content() else { return .done }
        if let known, let note = try known.owner.flatMap({ try store.note(id: $0) }) {
            return try merge(content, into: note, incoming, known)
        }
        if var known, known.changes > 0, let base: NoteContent = known.base() {
            if try base.text == HashFunction.sha256.hexadecimal(of: content.text) {
                // It was deleted here, and only moved there.
                known.version = incoming.version
                try store.put(known)
                return .done
            }
            context.outcome.notice("“\(content.title)” was deleted here, but is back: another device changed it.")
        }
        return try place(content, content.text, incoming, note: nil)
    }

    /// Applies a version to the note of this device that it is one of.
    private func merge(
        _ content: NoteContent, into note: Note, _ incoming: IncomingObject, _ known: SyncObject
    ) throws -> Reconciled {
        switch try TextChange(from: known, here: note, there: content) {
        case .here: return try place(content, note.text, incoming, note: note, isChanged: true)
        case .there: return try place(content, content.text, incoming, note: note)
        case .both:
            let result = try place(content, content.text, incoming, note: note)
            if result == .done { try keepBoth(note) }
            return result
        }
    }

    /// Where a text has changed since this device and the server last agreed on it.
    private enum TextChange {
        /// Only on this device.
        case here
        /// Only on another one, or nowhere, or to the same text on both.
        case there
        /// To another text on each.
        case both

        init(from known: SyncObject, here note: Note, there content: NoteContent) throws {
            guard known.changes > 0, note.text != content.text else {
                self = .there
                return
            }
            let base = known.base(as: NoteContent.self)?.text
            if try base == HashFunction.sha256.hexadecimal(of: content.text) {
                self = .here
            } else {
                self = try base == HashFunction.sha256.hexadecimal(of: note.text) ? .there : .both
            }
        }
    }

    /// Stores a note under its title in its fund.
    ///
    /// - Parameters:
    ///   - text: Its text, which may be an edit of what came.
    ///   - note: The note that it is here already.
    private func place(
        _ content: NoteContent, _ text: String, _ incoming: IncomingObject, note: Note?, isChanged: Bool = false
    ) throws -> Reconciled {
        guard let home = try home(content.fund) else { return .waits }
        // One that is too long stays: earlier versions of fund made some, and each device would call the note something else.
        let wanted = Note.checked(content.title) ?? "Untitled"
        guard let title = try title(wanted, for: text, incoming, note: note, in: home.fund) else {
            if let note { try store.removeNote(note) }
            try context.agree(on: incoming, with: nil, isChanged: true)
            return .done
        }
        let id: Note.ID
        if let note {
            id = note.id
            try change(note, title, text, in: home.fund)
        } else {
            id = try insert(title, text, in: home.fund)
        }
        try context.agree(
            on: incoming, with: id, isChanged: isChanged || home.isOther || title != wanted,
            base: Reconciler.base(of: content))
        return .done
    }

    /// The title that a note gets. Another note that has the wanted one makes room, if it is that one's turn.
    ///
    /// - Returns: nil if the other note has the same text, and is the one that stays: two devices wrote the same, so one of the two
    ///   notes is enough.
    private func title(
        _ wanted: String, for text: String, _ incoming: IncomingObject, note: Note?, in fund: Fund
    ) throws -> String? {
        guard let other = try store.note(titled: wanted, in: fund), other.id != note?.id else { return wanted }
        guard let theirs = try store.object(.note, owner: other.id) else {
            return try store.freeTitle(wanted, in: fund)
        }
        if theirs.changes == 0, try store.isDeletedElsewhere(theirs) {
            // It is on its way to the trash. Its title until then is no change that the server has to learn.
            try store.update(other, store.freeTitle(wanted, in: fund), other.text, in: fund, at: other.changed)
            try store.put(theirs)
            return wanted
        }
        if other.text == text {
            if theirs.isSent, theirs.id < incoming.id { return nil }
            try store.removeNote(other)
            return wanted
        }
        if theirs.isSent, theirs.id < incoming.id { return try store.freeTitle(wanted, in: fund) }
        let name = try store.freeTitle(context.marked(wanted), in: fund)
        try store.update(other, name, other.text, in: fund, at: other.changed)
        tell(of: other, in: fund, as: name)
        return wanted
    }

    private func change(_ note: Note, _ title: String, _ text: String, in fund: Fund) throws {
        guard note.text != text || note.title != title || note.fund != fund.id else { return }
        try store.update(note, title, text, in: fund, at: context.now)
        context.outcome.note(.received, .note, "\(fund.name)/\(title)")
    }

    private func insert(_ title: String, _ text: String, in fund: Fund) throws -> Note.ID {
        let id = try store.insertUnindexed(title, text, in: fund, at: context.now).id
        try index(id, size: text.utf8.count)
        context.outcome.note(.received, .note, "\(fund.name)/\(title)")
        return id
    }

    /// Makes a new note findable, together with others.
    private func index(_ note: Note.ID, size: Int) throws {
        unindexed.notes.append(note)
        unindexed.size += size
        if unindexed.notes.count >= Self.indexedAtOnce.notes || unindexed.size >= Self.indexedAtOnce.size {
            try finishIndexing()
        }
    }

    /// Makes all new notes findable.
    func finishIndexing() throws {
        try store.indexNotes(unindexed.notes)
        unindexed = ([], 0)
    }

    /// The fund that a note names; nil if it has not come yet.
    private func home(_ id: SyncID) throws -> Home? {
        if let home = homes[id] { return home }
        guard let owner = try FundReconciler(context).fund(id), let fund = try store.fund(id: owner) else { return nil }
        let home = Home(fund: fund, isOther: try store.fundID(owner) != id)
        homes[id] = home
        return home
    }

    /// Keeps a text from here that another device changed at the same time, unless a third one has kept it already.
    private func keepBoth(_ note: Note) throws {
        // It is gone if another note, with the text that came, has its place.
        let current = try store.note(id: note.id) ?? note
        guard let fund = try store.fund(id: current.fund), try !store.hasText(note.text, in: fund) else { return }
        let title = try store.freeTitle(context.marked(current.title), in: fund)
        _ = try store.insert(title, note.text, into: fund, at: note.changed)
        tell(of: note, in: fund, as: title)
    }

    private func tell(of note: Note, in fund: Fund, as title: String) {
        context.outcome.conflict(
            .note, "\(fund.name)/\(note.title)",
            "“\(note.title)” of “\(fund.name)” was written on two devices. Both texts stay: the one from here is “\(title)” now."
        )
    }
}

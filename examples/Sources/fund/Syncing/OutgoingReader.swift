import AppGroupCrypto
import ToolClient
import ToolProgram

/// Reads what is to be sent of an object from the store, in a transaction.
struct OutgoingReader {
    let store: Store
    let outcome: SyncOutcome

    /// The longest text of a note that the server takes, in bytes of UTF-8.
    private static let textLimit = 1 << 20
    /// The longest title that the server takes, in bytes of UTF-8.
    private static let titleLimit = 500

    /// A change; nil if there is nothing that can be sent now.
    func change(_ object: SyncObject) throws -> OutgoingChange? {
        guard let owner = object.owner else {
            return OutgoingChange(object, content: nil, base: object.base, name: try name(ofDeleted: object))
        }
        switch object.kind {
        case .fund:
            guard let fund = try store.fund(id: owner) else { return nil }
            return change(object, FundContent(name: fund.name), name: fund.name)
        case .note: return try note(object, owner)
        case .feed:
            guard let feed = try store.feed(id: owner) else { return nil }
            let sent: FeedContent? = object.sent.flatMap { StableJSON.value(in: $0) }
            let content = FeedContent(
                address: object.base(as: FeedContent.self)?.address ?? sent?.address ?? feed.address,
                title: Self.title(feed.title), folders: feed.folders.map(Self.title),
                fund: try feed.fund.flatMap(store.fundID))
            return change(object, content, name: feed.title)
        case .file: return try file(object, owner)
        }
    }

    private func file(_ object: SyncObject, _ owner: StoredFile.ID) throws -> OutgoingChange? {
        guard let file = try store.file(id: owner), let fund = try store.fund(id: file.fund),
            let id = try store.fundID(file.fund)
        else { return nil }
        let name = "\(fund.name)/\(file.path)"
        guard file.canBeSent else {
            outcome.fail(
                .unreadable(
                    "“\(name)” has a control character or more than \(StoredFile.longestPath) bytes in its path, so it stays "
                        + "on this device only. Rename it."))
            return nil
        }
        // If it is not known, the file can't be read now, or has just changed.
        guard let sha256 = file.sha256 else { return nil }
        let content = FileContent(
            fund: id, path: file.path, sha256: sha256, size: file.size, modified: file.modified.milliseconds)
        return change(object, content, name: name)
    }

    private func note(_ object: SyncObject, _ owner: Note.ID) throws -> OutgoingChange? {
        guard let note = try store.note(id: owner), let fund = try store.fund(id: note.fund),
            let id = try store.fundID(note.fund)
        else { return nil }
        let name = "\(fund.name)/\(note.title)"
        guard note.text.utf8.count <= Self.textLimit else {
            outcome.fail(
                .unreadable(
                    "The note “\(name)” is longer than \(Self.textLimit >> 20) MiB, so it stays on this device only."))
            return nil
        }
        var content = NoteContent(fund: id, title: Self.title(note.title), text: note.text)
        let json = StableJSON.text(content)
        content.text = try HashFunction.sha256.hexadecimal(of: note.text)
        return OutgoingChange(object, content: json, base: StableJSON.text(content), name: name)
    }

    private func change(_ object: SyncObject, _ content: some SyncContent, name: String) -> OutgoingChange {
        let json = StableJSON.text(content)
        return OutgoingChange(object, content: json, base: json, name: name)
    }

    private func name(ofDeleted object: SyncObject) throws -> String {
        switch object.kind {
        case .fund: object.base(as: FundContent.self)?.name ?? ""
        case .note: try object.base(as: NoteContent.self).map { try name($0.title, in: $0.fund) } ?? ""
        case .feed: object.base(as: FeedContent.self)?.title ?? ""
        case .file: try object.base(as: FileContent.self).map { try name($0.path, in: $0.fund) } ?? ""
        }
    }

    /// A name with that of its fund, if that is known.
    private func name(_ name: String, in fund: SyncID) throws -> String {
        let content = try store.object(.fund, id: fund)?.base(as: FundContent.self)
        return content.map { "\($0.name)/\(name)" } ?? name
    }

    /// A title as the server takes it: without control characters, and not too long.
    private static func title(_ text: String) -> String {
        var title = ""
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            guard title.utf8.count + UTF8.width(scalar) <= titleLimit else { break }
            title.unicodeScalars.append(scalar)
        }
        return title
    }
}

extension StoredFile {
    /// The longest path that the server takes, in bytes of UTF-8.
    static let longestPath = 4096

    /// Whether the server takes its path.
    var canBeSent: Bool {
        path.utf8.count <= Self.longestPath
            && path.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

import ToolProgram
import ToolServer

/// Reads what is to be sent of an object from the store, in a transaction.
struct OutgoingReader {
    let store: Store
    /// The SHA-256 of files that changed, by their numbers.
    let digests: [Int64: (sha256: String, file: StoredFile)]
    let outcome: SyncOutcome

    /// The longest text of a note that the server takes, in bytes of UTF-8.
    private static let textLimit = 1 << 20
    /// The longest title that the server takes, in bytes of UTF-8.
    private static let titleLimit = 500

    /// A change; nil if there is nothing that can be sent now.
    func change(_ object: SyncObject) throws -> OutgoingChange? {
        guard let owner = object.owner else {
            return OutgoingChange(object, content: nil, base: object.base, name: name(ofDeleted: object))
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
        case .file:
            guard let file = try store.file(id: owner), let fund = try store.fund(id: file.fund),
                let id = try store.fundID(file.fund), let digest = digests[owner], digest.file.path == file.path,
                digest.file.size == file.size, digest.file.modified == file.modified
            else { return nil }
            let content = FileContent(
                fund: id, path: file.path, sha256: digest.sha256, size: file.size, modified: file.modified.milliseconds)
            return change(object, content, name: "\(fund.name)/\(file.path)")
        }
    }

    private func note(_ object: SyncObject, _ owner: Int64) throws -> OutgoingChange? {
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
        content.text = try SHA256Stream.hexadecimal(of: note.text)
        return OutgoingChange(object, content: json, base: StableJSON.text(content), name: name)
    }

    private func change(_ object: SyncObject, _ content: some SyncContent, name: String) -> OutgoingChange {
        let json = StableJSON.text(content)
        return OutgoingChange(object, content: json, base: json, name: name)
    }

    private func name(ofDeleted object: SyncObject) -> String {
        switch object.kind {
        case .fund: object.base(as: FundContent.self)?.name ?? ""
        case .note: object.base(as: NoteContent.self)?.title ?? ""
        case .feed: object.base(as: FeedContent.self)?.title ?? ""
        case .file: object.base(as: FileContent.self)?.path ?? ""
        }
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

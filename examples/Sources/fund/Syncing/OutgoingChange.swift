import ToolClient

/// A change that is to be sent, as it was when the request was made.
struct OutgoingChange {
    /// What changed.
    enum Subject {
        case object(SyncObject)
        case read(PendingRead)
    }

    let subject: Subject
    let id: SyncID
    /// The change as JSON, as the server wants it.
    let json: String
    /// What is remembered of the version that it becomes, as JSON; nil for a deletion.
    var base: String?
    /// What it is called.
    var name = ""

    init(_ object: SyncObject, content: String?, base: String?, name: String) {
        (subject, id, self.base, self.name) = (.object(object), object.id, base, name)
        json = Self.json(object.kind.name, object.id, base: object.version, content)
    }

    init(_ mark: PendingRead) throws {
        subject = .read(mark)
        id = try SyncID(read: mark.identity, of: mark.feed)
        let content = mark.isGone ? nil : StableJSON.text(ReadContent(feed: mark.feed, item: mark.identity))
        json = Self.json("read", id, base: mark.version, content)
    }

    private static func json(_ kind: String, _ id: SyncID, base: Int64, _ content: String?) -> String {
        let content = content.map { ",\"content\":\($0)" } ?? ""
        return """
            {"base":\(base)\(content),"deleted":\(content.isEmpty),"id":"\(id)","kind":"\(kind)"}
            """
    }
}

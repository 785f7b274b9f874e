import ToolClient

/// What the store knows about an object that devices share: one row of `sync_objects`.
struct SyncObject: Sendable {
    let kind: SyncKind
    let id: SyncID
    /// The row that it is here; nil if it was deleted here, or if it is a file that is not here.
    var owner: Int64?
    /// The server's version that it comes from; 0 if there is none.
    var version: Int64 = 0
    /// How often it changed here since then.
    var changes: Int64 = 0
    /// What it was in that version, as JSON.
    var base: String?
    /// What was sent without an answer yet, as JSON.
    var sent: String?
    /// The fund that it was joined with.
    var joined: SyncID?

    /// Whether the server may know it.
    var isSent: Bool { version > 0 || sent != nil }

    /// What it was in the version that it comes from.
    func base<Content: SyncContent>(as type: Content.Type = Content.self) -> Content? {
        base.flatMap { StableJSON.value(in: $0) }
    }
}

/// What came from the server and is not applied yet.
struct IncomingObject: Sendable {
    let kind: SyncKind
    let id: SyncID
    let version: Int64
    /// What it is, as JSON; nil if it was deleted.
    let content: String?

    func content<Content: SyncContent>(as type: Content.Type = Content.self) -> Content? {
        content.flatMap { StableJSON.value(in: $0) }
    }
}

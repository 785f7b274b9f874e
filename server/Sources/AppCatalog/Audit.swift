/// One action in the audit log.
public struct AuditDescription: Codable, Hashable, Sendable {
    /// The entry's number; later entries have higher ones.
    public var id: Int64
    /// When it happened: RFC 3339 in UTC.
    public var moment: String
    /// A user's name, or `catalog-server` for the command on the server's own machine.
    public var actor: String
    /// The user's network address; `nil` on the server's own machine.
    public var address: String?
    /// A word such as `publish`, `addGrant`, `download`. New ones may be added.
    public var action: String
    /// What the action was done to.
    public var subject: String

    /// Makes a description.
    public init(id: Int64, moment: String, actor: String, address: String? = nil, action: String, subject: String) {
        self.id = id
        self.moment = moment
        self.actor = actor
        self.address = address
        self.action = action
        self.subject = subject
    }
}

/// The answer to `GET /v1/admin/audit`.
public struct AuditPage: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The entries, the newest first.
    public var entries: [AuditDescription]
    /// The last number on this page, which `?before=` takes to request the next page; `nil` on the last page.
    public var next: Int64?

    /// Makes a page in the current format.
    public init(entries: [AuditDescription], next: Int64? = nil) {
        version = 1
        self.entries = entries
        self.next = next
    }
}

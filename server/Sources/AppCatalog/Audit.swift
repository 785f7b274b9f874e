/// Something that somebody did.
public struct AuditDescription: Codable, Hashable, Sendable {
    /// Rises by time.
    public var id: Int64
    /// RFC 3339 in UTC.
    public var moment: String
    /// A user's name, or `catalog-server` for the command on the server's own machine.
    public var actor: String
    /// Where he called from; left out on the server's own machine.
    public var address: String?
    /// A word such as `publish`, `addGrant`, `download`. New ones may be added.
    public var action: String
    /// What it was done to.
    public var subject: String

    /// Makes one.
    public init(id: Int64, moment: String, actor: String, address: String? = nil, action: String, subject: String) {
        self.id = id
        self.moment = moment
        self.actor = actor
        self.address = address
        self.action = action
        self.subject = subject
    }
}

/// What `GET /v1/admin/audit` answers.
public struct AuditPage: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// The newest first.
    public var entries: [AuditDescription]
    /// The entry before which the next page begins, for `?before=`; left out on the last one.
    public var next: Int64?

    /// Makes one in the current form.
    public init(entries: [AuditDescription], next: Int64? = nil) {
        version = 1
        self.entries = entries
        self.next = next
    }
}

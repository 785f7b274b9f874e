/// What was done, for good.
protocol AuditStore: Sendable {
    /// For what changes nothing in the data, such as a download.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws
    /// The newest first, those before an entry where one is given.
    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry]
}

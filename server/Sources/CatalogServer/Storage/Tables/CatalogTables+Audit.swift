import Accounts
import AppCatalog
import AppGroup
import Serving

extension CatalogTables {
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws {
        try await write { try $0.record(action, subject, by: who) }
    }

    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry] {
        try await read(
            "SELECT id, actor, address, moment, action, subject FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2",
            .integer(before?.rawValue ?? .max), .integer(Int64(max(0, limit)))
        ) { row in
            AuditEntry(
                id: AuditEntry.ID(rawValue: try row.integer()),
                attribution: Attribution(
                    actor: try row.text(), address: try row.optionalText(), moment: try row.moment()),
                action: try row.text(), subject: try row.text())
        }
    }
}

extension CatalogTransaction {
    /// Adds an entry to the audit log.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) throws {
        try execute(
            "INSERT INTO audit (moment, actor, address, action, subject) VALUES ($1, $2, $3, $4, $5)",
            .integer(who.moment.milliseconds), .text(who.actor), .optional(who.address), .text(action.rawValue),
            .text(subject))
    }
}

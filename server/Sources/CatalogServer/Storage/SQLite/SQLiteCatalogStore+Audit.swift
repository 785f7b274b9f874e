import Accounts
import AppGroup
import GRDB

extension SQLiteCatalogStore {
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws {
        try await write { try $0.record(action, subject, by: who) }
    }

    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?",
                arguments: [before?.rawValue ?? .max, max(0, limit)]
            ).map { row in
                AuditEntry(
                    id: AuditEntry.ID(rawValue: row["id"]),
                    attribution: Attribution(
                        actor: row["actor"], address: row["address"], moment: Timestamp(milliseconds: row["moment"])),
                    action: try row.word("action"), subject: row["subject"])
            }
        }
    }
}

extension Database {
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) throws {
        try execute(
            sql: "INSERT INTO audit (moment, actor, address, action, subject) VALUES (?, ?, ?, ?, ?)",
            arguments: [who.moment.milliseconds, who.actor, who.address, action.rawValue, subject])
    }
}

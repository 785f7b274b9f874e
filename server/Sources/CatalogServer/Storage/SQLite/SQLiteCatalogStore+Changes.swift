import Accounts
import GRDB

extension SQLiteCatalogStore {
    func generation() async throws -> Generation { try await read(Self.generation) }

    func changes(after generation: Generation) async throws -> ChangeList<Change> {
        try await read { try Self.changes(after: generation, in: $0) }
    }

    static func generation(in database: Database) throws -> Generation {
        let statement = try database.cachedStatement(sql: "SELECT value FROM generation")
        return Generation(rawValue: try Int64.fetchOne(statement) ?? 0)
    }

    /// The changes after a generation, as far as this transaction sees them. A row that is missing or unreadable makes all of it
    /// unknown.
    static func changes(after generation: Generation, in database: Database) throws -> ChangeList<Change> {
        let through = try Self.generation(in: database)
        let count = max(0, through.rawValue - generation.rawValue)
        var changes: [Change]? = []
        if count > Schema.journalLength {
            changes = nil
        } else if count > 0 {
            let statement = try database.cachedStatement(sql: "SELECT * FROM change WHERE number > ? ORDER BY number")
            let found = try Row.fetchAll(statement, arguments: [generation.rawValue]).compactMap(Change.init(row:))
            changes = found.count == count ? found : nil
        }
        return ChangeList(after: generation, through: through, changes: changes)
    }
}

extension Change {
    fileprivate init?(row: Row) {
        self.init(
            kind: row["kind"], user: row["user"], team: row["team"], package: row["package"], session: row["session"])
    }
}

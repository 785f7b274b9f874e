import GRDB

extension SQLiteCatalogStore {
    /// All processes that use the file run on one machine.
    var shared: (any SharedLedger)? { nil }

    func beginChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool {
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO chore (name, holder, ends, due)
                    SELECT ?, ?, \(Schema.now) + ?, 0 WHERE NOT EXISTS (SELECT 1 FROM property WHERE name = 'moving')
                    ON CONFLICT DO UPDATE SET holder = excluded.holder, ends = excluded.ends
                    WHERE (chore.ends <= \(Schema.now) OR chore.holder = excluded.holder) AND chore.due <= \(Schema.now)
                    """, arguments: [chore.name, holder, lease.milliseconds])
            return database.changesCount > 0
        }
    }

    func keepChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool {
        try await database.write { database in
            try database.execute(
                sql: "UPDATE chore SET ends = \(Schema.now) + ? WHERE name = ? AND holder = ?",
                arguments: [lease.milliseconds, chore.name, holder])
            return database.changesCount > 0
        }
    }

    func endChore(_ chore: Chore, by holder: String, isDone: Bool) async throws {
        try await database.write { database in
            try database.execute(
                sql: "UPDATE chore SET ends = 0, due = \(Schema.now) + ? WHERE name = ? AND holder = ?",
                arguments: [isDone ? chore.interval.milliseconds : 0, chore.name, holder])
        }
    }
}

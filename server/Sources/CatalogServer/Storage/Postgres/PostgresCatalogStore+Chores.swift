import Serving

extension PostgresCatalogStore {
    func beginChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool {
        try await changes(
            """
            INSERT INTO chore (name, holder, ends, due)
            SELECT $1, $2, \(PostgresSchema.now) + $3, 0 WHERE NOT EXISTS (SELECT 1 FROM property WHERE name = 'moving')
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
            WHERE (chore.ends <= \(PostgresSchema.now) OR chore.holder = excluded.holder)
                AND chore.due <= \(PostgresSchema.now)
            """, .text(chore.name), .text(holder), .integer(lease.milliseconds))
    }

    func keepChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool {
        try await changes(
            "UPDATE chore SET ends = \(PostgresSchema.now) + $3 WHERE name = $1 AND holder = $2", .text(chore.name),
            .text(holder), .integer(lease.milliseconds))
    }

    func endChore(_ chore: Chore, by holder: String, isDone: Bool) async throws {
        _ = try await changes(
            "UPDATE chore SET ends = 0, due = \(PostgresSchema.now) + $3 WHERE name = $1 AND holder = $2",
            .text(chore.name), .text(holder), .integer(isDone ? chore.interval.milliseconds : 0))
    }

    /// Runs a statement that has the same effect if it runs twice. - Returns: Whether it has changed anything.
    private func changes(_ sql: String, _ values: PostgresValue...) async throws -> Bool {
        try await database.read { try $0.run(sql, values).changedRows > 0 }
    }
}

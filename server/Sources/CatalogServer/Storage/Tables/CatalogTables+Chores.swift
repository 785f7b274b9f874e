import AppGroupPlatform
import Serving

extension CatalogTables {
    func beginChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool {
        let dialect = Transaction.dialect
        return try await writeRepeatably(
            """
            INSERT INTO chore (name, holder, ends, due)
            SELECT $1, $2, \(dialect.now) + $3, 0 WHERE NOT EXISTS (SELECT 1 FROM property WHERE name = 'moving')
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
            WHERE (\(dialect.hasPassed("chore.ends")) OR chore.holder = excluded.holder)
                AND (chore.due <= \(dialect.now) OR chore.due > \(dialect.now) + $4)
            """,
            [
                .text(chore.name), .text(holder), .integer(lease.wholeMilliseconds),
                .integer(chore.interval.wholeMilliseconds),
            ]) > 0
    }

    func keepChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool {
        try await writeRepeatably(
            "UPDATE chore SET ends = \(Transaction.dialect.now) + $3 WHERE name = $1 AND holder = $2",
            [.text(chore.name), .text(holder), .integer(lease.wholeMilliseconds)]) > 0
    }

    func endChore(_ chore: Chore, by holder: String, isDone: Bool) async throws {
        _ = try await writeRepeatably(
            "UPDATE chore SET ends = 0, due = \(Transaction.dialect.now) + $3 WHERE name = $1 AND holder = $2",
            [.text(chore.name), .text(holder), .integer(isDone ? chore.interval.wholeMilliseconds : 0)])
    }
}

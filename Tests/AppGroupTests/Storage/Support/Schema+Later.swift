@testable import AppGroup

extension Schema {
    /// A later schema that only adds: it counts how often it was brought about.
    static let withCounter = Schema.current.following(
        oldestWriter: 1,
        sql: """
            INSERT INTO meta (key, value)
                SELECT 'migrations', coalesce((SELECT value FROM meta WHERE key = 'migrations'), 0) + 1 WHERE true
                ON CONFLICT (key) DO UPDATE SET value = excluded.value;
            """)

    /// A later schema that today's code must not write.
    static let incompatible = Schema.current.following(
        oldestWriter: Schema.current.version + 1, sql: "ALTER TABLE app ADD COLUMN mood TEXT")

    /// The next version, as release 9.1.0 brings it.
    private func following(oldestWriter: Int64, sql: String) -> Schema {
        Schema(
            migrations: migrations + [
                Migration(version: version + 1, oldestWriter: oldestWriter, release: "9.1.0", sql: sql)
            ])
    }
}

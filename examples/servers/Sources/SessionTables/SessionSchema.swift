/// The tables that ``SessionTables`` reads and writes, besides `user`.
public enum SessionSchema {
    /// Makes `session` and `audit`, in a database that has the table `user`. Servers have run this text as part of their first
    /// migrations: it never changes, and later changes are further migrations.
    public static let tables = """
        CREATE TABLE session (
            id TEXT PRIMARY KEY NOT NULL,
            token BLOB NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            client TEXT NOT NULL,
            created INTEGER NOT NULL,
            lastUsed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessionByUser ON session (user);

        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            moment INTEGER NOT NULL,
            actor TEXT NOT NULL,
            address TEXT,
            action TEXT NOT NULL,
            subject TEXT NOT NULL
        ) STRICT;
        CREATE INDEX auditByActor ON audit (actor);

        """
}

import AppGroupCrypto
public import GRDB

/// The table `history`, with a name for what happens to a database from now on. A copy that takes the place of the database gets
/// another name each time, so that devices notice it.
public enum HistoryTable {
    /// Makes the table. Servers have run this as part of their migrations: it never changes, and later changes are further
    /// migrations.
    public static func make(in database: Database) throws {
        try database.execute(
            sql: "CREATE TABLE history (only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL) STRICT")
        try database.execute(sql: "INSERT INTO history VALUES (1, ?)", arguments: [newName()])
    }

    /// Adds the mark of copies. Servers have run this as part of their migrations, too.
    public static func addMark(in database: Database) throws {
        try database.execute(sql: "ALTER TABLE history ADD COLUMN isCopy INTEGER NOT NULL DEFAULT 0")
    }

    /// Names what has happened to this database, and to no other.
    public static func name(in database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT name FROM history") ?? ""
    }

    /// Marks a copy as one. The mark stays in its file, so it may be restored again and again.
    public static func mark(_ copy: Database) throws { try copy.execute(sql: "UPDATE history SET isCopy = 1") }

    /// Gives a copy that has taken the place of the database a name of its own, and takes the mark off. With the old name, it
    /// would hide from devices that the server went back in time.
    ///
    /// - Returns: Whether it was a copy.
    public static func renewIfCopy(in database: Database) throws -> Bool {
        try database.execute(sql: "UPDATE history SET name = ?, isCopy = 0 WHERE isCopy = 1", arguments: [newName()])
        return database.changesCount > 0
    }

    /// 64 random bits, in hexadecimal digits.
    private static func newName() -> String { SecureRandom.bytes(8).hexadecimal }
}

import AppGroupCrypto
public import GRDB

/// The table `history`, with a name for what happens to a database from now on. A copy gets another name, so that devices notice
/// when it takes the place of the original.
public enum HistoryTable {
    /// Makes the table. Servers have run this as part of their migrations: it never changes, and later changes are further
    /// migrations.
    public static func make(in database: Database) throws {
        try database.execute(
            sql: "CREATE TABLE history (only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL) STRICT")
        try database.execute(sql: "INSERT INTO history VALUES (1, ?)", arguments: [newName()])
    }

    /// Names what has happened to this database, and to no other.
    public static func name(in database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT name FROM history") ?? ""
    }

    /// Gives a copy a name of its own. With the old one, it would hide from devices that the server went back in time.
    public static func renew(in copy: Database) throws {
        try copy.execute(sql: "UPDATE history SET name = ?", arguments: [newName()])
    }

    /// 64 random bits, in hexadecimal digits.
    private static func newName() -> String { SecureRandom.bytes(8).hexadecimal }
}

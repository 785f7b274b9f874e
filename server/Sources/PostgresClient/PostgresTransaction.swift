import AppGroupCrypto

/// A transaction that can be recognized if its connection is lost before the answer to `COMMIT` arrives.
///
/// It writes a row with a random identifier. The numbers that PostgreSQL itself gives transactions don't serve: after a crash,
/// the next transaction can get the number of one that was lost.
package struct PostgresTransaction {
    private let connection: PostgresConnection
    private let mark = SecureRandom.bytes(16)

    /// The table of marks. Rows are of no use after ``PostgresDatabase/patience``.
    package static let table = """
        CREATE TABLE commit_mark (
            id bytea PRIMARY KEY,
            moment timestamptz NOT NULL DEFAULT now()
        );
        """

    /// Begins a transaction.
    package init(on connection: PostgresConnection) throws {
        self.connection = connection
        // The lock comes before anything is read, so that a change that waited for it sees what was done meanwhile.
        // If the connection is lost, the transaction ends soon, with whatever it has locked.
        try connection.script(
            """
            BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL lock_timeout = '8s';
            SET LOCAL idle_in_transaction_session_timeout = '10s'; SET LOCAL synchronous_commit = on;
            LOCK TABLE commit_mark IN ROW EXCLUSIVE MODE;
            INSERT INTO commit_mark (id) VALUES ('\\x\(mark.hexadecimal)')
            """)
    }

    /// Makes the change durable.
    ///
    /// - Returns: What prevented that, or made its answer unknown.
    func commit() -> PostgresFailure? {
        do {
            try connection.script("COMMIT")
            return nil
        } catch {
            return error
        }
    }

    /// Whether the transaction was committed. If it was not, it no longer can be.
    ///
    /// Writing the same mark waits for a transaction that is still under way, and has no effect if it was committed. The mark
    /// is taken back, because this answer may be lost, too.
    func isCommitted(askedOn connection: PostgresConnection) throws -> Bool {
        try connection.script("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '5s'")
        let insertion = "INSERT INTO commit_mark (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1"
        let isNew = try connection.run(insertion, .bytes(mark)).first { try $0.integer() } != nil
        try connection.script("ROLLBACK")
        return !isNew
    }
}

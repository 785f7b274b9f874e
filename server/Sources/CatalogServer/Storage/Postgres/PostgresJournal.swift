import Accounts
import PostgresClient
import Serving
import Synchronization

/// The changes that a process knows, read from the table `change`.
///
/// The rows' numbers say in which order they were written, not in which order their transactions were committed. So each reading
/// asks for the rows of all transactions that the last one did not see, as PostgreSQL itself reports what a statement sees.
/// No transaction waits for another because of it, as it would for a counter.
final class PostgresJournal: Sendable {
    let notifier = ChangeNotifier<Changes>(Generation(rawValue: 1))
    private let database: PostgresDatabase
    private let state = Mutex(State())

    private struct State {
        /// The last snapshot; `nil` if it is unknown.
        var known: PostgresSnapshot?
        /// How often a connection was lost before it was seen.
        var losses = 0
        /// Whether there was a reading before.
        var hasBegun = false
    }

    init(_ database: PostgresDatabase) { self.database = database }

    /// Learns of everything that was committed before.
    func catchUp() async throws { try await database.read { try self.catchUp(on: $0) } }

    /// Learns of everything that was committed before, even while requests use all connections. One caller at a time.
    func catchUpBeside() async throws { try await database.readBeside { try self.catchUp(on: $0) } }

    /// Learns of everything that was committed before, on the connection that has just read something.
    func catchUp(on connection: PostgresConnection) throws {
        let losses = database.losses
        // After a loss, the database may have become another one, with fewer changes than before.
        let known = state.withLock { $0.losses == losses ? $0.known : nil }
        let reading = try Reading(after: known, on: connection)
        note(reading, after: known, losses: losses)
    }

    /// Forgets everything that is known, because the database can't be asked.
    func forget() {
        state.withLock { state in
            state.known = nil
            notifier.note(nil)
        }
    }

    /// Forgets everything, and ends all statements under way, because the database has not answered for too long. It may hang rather
    /// than fail: a pooler whose database is paused, or a machine whose disk does not answer.
    func giveUp() {
        forget()
        database.cutOff()
    }

    /// Removes rows that no process needs any longer: changes that every process has seen, and the marks of old transactions. A
    /// process that has not seen one of the changes finds that anything may have changed.
    func prune() async throws {
        try await database.writeRepeatably { connection in
            try connection.run(
                """
                WITH gone AS (
                    DELETE FROM change WHERE moment < now() - interval '1 hour'
                        AND transaction < pg_snapshot_xmin(pg_current_snapshot())
                    RETURNING transaction
                )
                UPDATE forgotten SET before = last.next FROM (SELECT max(transaction::text::bigint) + 1 AS next FROM gone) AS found,
                    LATERAL (SELECT found.next::text::xid8) AS last (next)
                WHERE found.next IS NOT NULL AND before < last.next
                """)
            _ = try connection.run("DELETE FROM commit_mark WHERE moment < now() - interval '1 hour'")
        }
    }

    /// Under one lock, so that a change that is known is also noted.
    private func note(_ reading: Reading, after known: PostgresSnapshot?, losses: Int) {
        state.withLock { state in
            guard losses >= state.losses else { return }
            let through = reading.through
            let hasGoneBack = known.map { through.isEarlier(than: $0) } ?? false
            guard let current = state.known, losses == state.losses, !hasGoneBack, let rows = reading.rows else {
                // Readings that began at the same time are all later than what the first of them finds unknown.
                (state.known, state.losses) = (through, losses)
                if state.hasBegun { notifier.note(nil) }
                state.hasBegun = true
                return
            }
            let new = rows.filter { !current.sees($0.transaction) }
            if through.isLater(than: current) { state.known = through }
            let changes = new.compactMap(\.change)
            if !new.isEmpty { notifier.note(changes.count == new.count ? changes : nil) }
        }
    }

    /// The number of changes that a reading takes. If there are more, anything may have changed.
    static let longest = 16_384

    /// One row for each reading, even if nothing has changed, with what the statement saw.
    private static let query = """
        SELECT pg_current_snapshot()::text, forgotten.before::text, change.transaction::text, change.kind, change."user",
            change.team, change.package, change.session
        FROM forgotten
        LEFT JOIN LATERAL (
            SELECT * FROM change WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)
                AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)
            ORDER BY number LIMIT \(longest + 1)
        ) AS change ON true
        ORDER BY change.number
        """

    /// The result of one statement.
    private struct Reading {
        struct Row {
            let transaction: UInt64
            /// `nil` if it can't be understood.
            let change: Change?
        }

        let through: PostgresSnapshot
        /// `nil` if anything may have changed.
        let rows: [Row]?

        init(after known: PostgresSnapshot?, on connection: PostgresConnection) throws {
            // Without a snapshot, only what is seen now counts.
            let answer = try connection.run(
                known == nil ? "SELECT pg_current_snapshot()::text" : PostgresJournal.query,
                known.map { [.text($0.description)] } ?? [])
            var through: PostgresSnapshot?
            var isForgotten = known == nil
            var count = 0
            let rows: [Row?] = try answer.map { row in
                through = PostgresSnapshot(try row.text())
                guard let known else { return nil }
                let before = UInt64(try row.text()) ?? .max
                isForgotten = isForgotten || known.mayMiss(before: before)
                guard let transaction = try row.optionalText() else { return nil }
                count += 1
                return Row(transaction: UInt64(transaction) ?? .max, change: try Change(row: &row))
            }
            guard let through else {
                throw ServiceError(
                    ofDatabase: .inputOutput, "The list of changes in PostgreSQL is damaged; restore a backup.")
            }
            self.through = through
            self.rows = isForgotten || count > PostgresJournal.longest ? nil : rows.compactMap(\.self)
        }
    }
}

extension Change {
    /// Reads the columns after the transaction's.
    fileprivate init?(row: inout PostgresRow) throws {
        self.init(
            kind: try row.text(), user: try row.optionalInteger(), team: try row.optionalInteger(),
            package: try row.optionalText(), session: try row.optionalText())
    }
}

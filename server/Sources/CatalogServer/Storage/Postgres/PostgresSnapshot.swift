/// Which transactions a statement saw, as `pg_current_snapshot()` writes it: `xmin:xmax:xip,…`
/// (postgresql.org/docs/current/functions-info.html, table 9.83).
struct PostgresSnapshot: Hashable, Sendable, CustomStringConvertible {
    /// PostgreSQL's own form.
    let description: String
    /// All transactions with lower numbers have ended.
    private let lowest: UInt64
    /// No transaction with this number or a higher one has ended.
    private let end: UInt64
    /// The transactions in between that were under way.
    private let running: Set<UInt64>

    /// Reads PostgreSQL's form; `nil` if it is something else.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let lowest = UInt64(parts[0]), let end = UInt64(parts[1]), lowest <= end else {
            return nil
        }
        let running = parts[2].split(separator: ",").map { UInt64($0) }
        guard !running.contains(nil) else { return nil }
        description = text
        (self.lowest, self.end, self.running) = (lowest, end, Set(running.compactMap(\.self)))
    }

    /// Whether the effects of a transaction were seen, if it was committed.
    func sees(_ transaction: UInt64) -> Bool {
        transaction < lowest || (transaction < end && !running.contains(transaction))
    }

    /// Whether a transaction with a lower number than this one may have been under way.
    func mayMiss(before transaction: UInt64) -> Bool { lowest < transaction }

    /// Whether this statement saw more than another one on the same server.
    func isLater(than other: PostgresSnapshot) -> Bool {
        end != other.end ? end > other.end : running.count < other.running.count
    }

    /// Whether this statement can't have begun after another one had ended, unless the server has lost transactions.
    func isEarlier(than other: PostgresSnapshot) -> Bool { end < other.end }
}

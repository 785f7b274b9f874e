import ToolDatabase
import ToolProgram

/// A read mark that the server has to learn about.
struct PendingRead: Sendable {
    let feed: String
    let identity: String
    let version: Int64
    /// Whether the mark is to be deleted.
    let isGone: Bool
}

// All of these are to be called within a transaction.
extension Store {
    /// Whether an item was read on any device.
    func isRead(_ identity: String, ofFeed feed: Int64) throws -> Bool {
        try database.row(
            """
            SELECT 1 FROM sync_objects JOIN sync_reads ON sync_reads.feed = sync_objects.id
            WHERE kind = 3 AND owner = ? AND identity = ? AND state < 2
            """, .integer(feed), .text(identity)
        ) { _ in true } ?? false
    }

    /// Takes over that an item was read on another device.
    ///
    /// - Parameter feed: The feed's row here; nil if the feed has not come yet.
    /// - Returns: Whether it was unread here.
    func takeRead(_ mark: ReadContent, version: Int64, ofFeed feed: Int64?) throws -> Bool {
        try database.run(
            """
            INSERT INTO sync_reads(feed, identity, version, state) VALUES(?1, ?2, ?3, 0)
            ON CONFLICT(feed, identity) DO UPDATE SET version = ?3, state = 0
            """, .text(mark.feed), .text(mark.item), .integer(version))
        guard let feed else { return false }
        return try database.run(
            "UPDATE items SET is_read = 1 WHERE is_read = 0 AND identity = ? AND feed = ?", .text(mark.item),
            .integer(feed)) > 0
    }

    /// Marks the items of a feed as read that were read on another device before the feed came.
    func applyReads(toFeed feed: Int64) throws {
        try database.run(
            """
            UPDATE items SET is_read = 1 WHERE feed = ?1 AND is_read = 0 AND identity IN
                (SELECT identity FROM sync_reads WHERE state < 2
                    AND feed = (SELECT id FROM sync_objects WHERE kind = 3 AND owner = ?1))
            """, .integer(feed))
    }

    /// Lets the server delete the read marks of a feed that is deleted.
    func dropReads(ofFeed feed: String) throws {
        try database.run("UPDATE sync_reads SET state = 2 WHERE feed = ?", .text(feed))
    }

    func forgetReads(ofFeed feed: String) throws {
        try database.run("DELETE FROM sync_reads WHERE feed = ?", .text(feed))
    }

    /// Gives the read marks of a feed another ID of the feed.
    func moveReads(from feed: String, to other: String) throws {
        try database.run(
            "INSERT OR IGNORE INTO sync_reads(feed, identity) SELECT ?2, identity FROM sync_reads WHERE feed = ?1",
            .text(feed), .text(other))
        try forgetReads(ofFeed: feed)
    }

    func pendingReads(limit: Int) throws -> [PendingRead] {
        try database.rows(
            "SELECT feed, identity, version, state FROM sync_reads WHERE state > 0 LIMIT ?", .integer(Int64(limit))
        ) { PendingRead(feed: $0.text(0), identity: $0.text(1), version: $0.integer(2), isGone: $0.integer(3) == 2) }
    }

    /// Records that the server has learned about a mark.
    func settle(_ mark: PendingRead, version: Int64) throws {
        if mark.isGone {
            try database.run(
                "DELETE FROM sync_reads WHERE feed = ? AND identity = ? AND state = 2", .text(mark.feed),
                .text(mark.identity))
        } else {
            try database.run(
                "UPDATE sync_reads SET version = ?3, state = 0 WHERE feed = ?1 AND identity = ?2 AND state = 1",
                .text(mark.feed), .text(mark.identity), .integer(version))
        }
    }
}

import Feeds
import ToolDatabase
import ToolProgram

/// A read mark that the server has to learn about.
struct PendingRead: Sendable {
    let feed: SyncID
    let identity: String
    let version: Int64
    /// Whether the mark is to be deleted.
    let isGone: Bool
}

/// That an item was read on another device.
struct IncomingRead: Sendable {
    let mark: ReadContent
    /// The server's version of the mark.
    let version: Int64
}

// All of these are to be called within a transaction.
extension Store {
    /// Whether an item was read on any device.
    func isRead(_ identity: String, ofFeed feed: FollowedFeed.ID) throws -> Bool {
        try database.row(
            """
            SELECT 1 FROM sync_objects JOIN sync_reads ON sync_reads.feed = sync_objects.id
            WHERE kind = \(SyncKind.feed.sql) AND owner = ? AND identity = ? AND state < 2
            """, .integer(feed), .text(identity)
        ) { _ in true } ?? false
    }

    /// Takes over that items were read on other devices. Items of feeds that have not come yet are marked by
    /// ``applyReads(toFeed:)``.
    ///
    /// - Returns: How many of them were unread here.
    func takeReads(_ reads: [IncomingRead]) throws -> Int {
        try database.insert(
            "INSERT INTO sync_reads(feed, identity, version, state) VALUES", row: "(?, ?, ?, 0)",
            "ON CONFLICT(feed, identity) DO UPDATE SET version = excluded.version, state = 0",
            reads.map { [.id($0.mark.feed), .text($0.mark.item), .integer($0.version)] })
        // Most changes are read marks, of few feeds.
        var owners: [SyncID: FollowedFeed.ID?] = [:]
        var count = 0
        for read in reads {
            let owner: FollowedFeed.ID?
            if let known = owners[read.mark.feed] {
                owner = known
            } else {
                owner = try object(.feed, id: read.mark.feed)?.owner
                owners.updateValue(owner, forKey: read.mark.feed)
            }
            guard let owner else { continue }
            count += try database.run(
                "UPDATE items SET is_read = 1 WHERE is_read = 0 AND identity = ? AND feed = ?", .text(read.mark.item),
                .integer(owner))
        }
        return count
    }

    /// Marks the items of a feed as read that were read on another device before the feed came.
    func applyReads(toFeed feed: FollowedFeed.ID) throws {
        try database.run(
            """
            UPDATE items SET is_read = 1 WHERE feed = ?1 AND is_read = 0 AND identity IN
                (SELECT identity FROM sync_reads WHERE state < 2
                    AND feed = (SELECT id FROM sync_objects WHERE kind = \(SyncKind.feed.sql) AND owner = ?1))
            """, .integer(feed))
    }

    /// Lets the server delete the read marks of a feed that is deleted.
    func dropReads(ofFeed feed: SyncID) throws {
        try database.run("UPDATE sync_reads SET state = 2 WHERE feed = ?", .id(feed))
    }

    func forgetReads(ofFeed feed: SyncID) throws {
        try database.run("DELETE FROM sync_reads WHERE feed = ?", .id(feed))
    }

    /// Gives the read marks of a feed another ID of the feed.
    func moveReads(from feed: SyncID, to other: SyncID) throws {
        try database.run(
            "INSERT OR IGNORE INTO sync_reads(feed, identity) SELECT ?2, identity FROM sync_reads WHERE feed = ?1",
            .id(feed), .id(other))
        try forgetReads(ofFeed: feed)
    }

    /// The marks that the server has to learn about, in an order that stays.
    ///
    /// - Parameter last: The mark after which to begin; nil for the first one.
    func pendingReads(after last: PendingRead?, limit: Int) throws -> [PendingRead] {
        try database.rows(
            """
            SELECT feed, identity, version, state FROM sync_reads
            WHERE state > 0 AND (feed, identity) > (?, ?) ORDER BY feed, identity LIMIT ?
            """, .text(last?.feed.description ?? ""), .text(last?.identity ?? ""), .integer(Int64(limit))
        ) { PendingRead(feed: $0.id(0), identity: $0.text(1), version: $0.integer(2), isGone: $0.integer(3) == 2) }
    }

    /// Turns the identities of an earlier version, which could be several lines, into those of today. No server took such a
    /// mark; the items that were read get new ones.
    func makeIdentitiesLines() throws {
        let items = try database.rows("SELECT id, feed, identity FROM items") {
            (id: $0.integer(0), feed: $0.integer(1), identity: $0.text(2))
        }
        for item in items {
            let identity = ItemIdentity.line(item.identity)
            guard identity != item.identity else { continue }
            try database.run(
                "UPDATE OR IGNORE items SET identity = ?2, is_read = max(is_read, ?3) WHERE id = ?1", .integer(item.id),
                .text(identity), try isRead(identity, ofFeed: item.feed) ? 1 : 0)
        }
        let marks = try database.rows("SELECT feed, identity FROM sync_reads") {
            (feed: $0.text(0), identity: $0.text(1))
        }
        for mark in marks where ItemIdentity.line(mark.identity) != mark.identity {
            try database.run(
                "DELETE FROM sync_reads WHERE feed = ? AND identity = ?", .text(mark.feed), .text(mark.identity))
        }
    }

    /// Records which version of a mark the server has.
    func noteVersion(_ version: Int64, of mark: PendingRead) throws {
        try database.run(
            "UPDATE sync_reads SET version = ? WHERE feed = ? AND identity = ?", .integer(version), .id(mark.feed),
            .text(mark.identity))
    }

    /// Records that the server has learned about a mark.
    func settle(_ mark: PendingRead, version: Int64) throws {
        if mark.isGone {
            try database.run(
                "DELETE FROM sync_reads WHERE feed = ? AND identity = ? AND state = 2", .id(mark.feed),
                .text(mark.identity))
        } else {
            try database.run(
                "UPDATE sync_reads SET version = ?3, state = 0 WHERE feed = ?1 AND identity = ?2 AND state = 1",
                .id(mark.feed), .text(mark.identity), .integer(version))
        }
    }
}

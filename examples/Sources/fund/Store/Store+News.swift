import AppGroup
import ToolDatabase
import ToolProgram

/// An item as a feed has it.
struct FeedEntry: Sendable {
    /// What makes it the same item in all versions of the feed.
    let identity: String
    /// What makes it the same item if the feed has moved to another host.
    let alias: String?
    let title: String
    let link: String?
    let author: String?
    let date: Timestamp?
    let text: String
}

/// Which items to list or to mark.
struct NewsFilter: Sendable {
    var feed: FollowedFeed.ID?
    var fund: Fund.ID?
    var onlyUnread = false
}

extension Store {
    /// The longest text of an item that is kept, in bytes of UTF-8.
    private static let textLimit = 256 << 10

    /// How long a read item stays after it has left its feed, in seconds; its text stays for half of that time. If it
    /// comes back before, it is still read.
    private static let memory: Int64 = 180 * 86_400

    /// Records the items of a feed, newest first. Items that are known stay read or unread, and keep their
    /// date. To be called within a transaction.
    ///
    /// - Returns: The numbers of the new items that were not read on another device.
    func record(_ entries: [FeedEntry], of feed: FollowedFeed, at now: Timestamp) throws -> [Int64] {
        guard !entries.isEmpty else { return [] }
        try noteLastVersion(of: feed, at: now)
        var added: [Int64] = []
        let present = Set(entries.map(\.identity))
        // Of items with the same date, the one with the greatest number counts as the newest.
        for entry in entries.reversed() {
            if let id = try record(entry, of: feed, besides: present, at: now) { added.append(id) }
        }
        try forgetOldItems(of: feed, at: now)
        return added
    }

    /// An item that is known already.
    private struct Known {
        let id: Int64
        let seen: Int64
        let date: Timestamp
        let identity: String
        /// Whether it says what the feed says now.
        let isSame: Bool
    }

    private func known(
        _ entry: FeedEntry, _ text: String, of feed: FollowedFeed, besides present: Set<String>
    ) throws -> Known? {
        func find(_ condition: String, _ value: String) throws -> Known? {
            try database.row(
                """
                SELECT id, seen, date, identity, title, link, author, text, alias FROM items
                WHERE feed = ? AND \(condition) = ?
                """, .integer(feed.id), .text(value)
            ) { row in
                let isSame =
                    row.text(3) == entry.identity && row.text(4) == entry.title && row.optionalText(5) == entry.link
                    && row.optionalText(6) == entry.author && row.optionalText(7) == text
                    && row.optionalText(8) == entry.alias
                return Known(
                    id: row.integer(0), seen: row.integer(1), date: Timestamp(seconds: row.integer(2)),
                    identity: row.text(3), isSame: isSame)
            }
        }
        if let item = try find("identity", entry.identity) { return item }
        guard let alias = entry.alias, let item = try find("alias", alias) else { return nil }
        // Two items of one feed may have the same page.
        return present.contains(item.identity) ? nil : item
    }

    private func record(
        _ entry: FeedEntry, of feed: FollowedFeed, besides present: Set<String>, at now: Timestamp
    ) throws -> Int64? {
        let text =
            entry.text.utf8.count > Self.textLimit
            ? String(decoding: entry.text.utf8.prefix(Self.textLimit), as: UTF8.self) : entry.text
        guard let known = try known(entry, text, of: feed, besides: present) else {
            let date = min(entry.date ?? now, now)
            let isRead = try isRead(entry.identity, ofFeed: feed.id)
            try database.run(
                """
                INSERT INTO items(feed, identity, alias, title, link, author, date, seen, text, is_read)
                VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .integer(feed.id), .text(entry.identity), SQLValue(entry.alias), .text(entry.title),
                SQLValue(entry.link), SQLValue(entry.author), .integer(date.seconds), .integer(now.seconds),
                .text(text), isRead ? 1 : 0)
            let id = database.lastRow
            try index(.news, id, date: date, "\(entry.title)\n\(text)")
            return isRead ? nil : id
        }
        if !known.isSame {
            // Under its new identity, another device may have read it.
            let isRead = try known.identity != entry.identity && isRead(entry.identity, ofFeed: feed.id)
            try database.run(
                """
                UPDATE items SET identity = ?2, alias = ?3, title = ?4, link = ?5, author = ?6, text = ?7, seen = ?8,
                    is_read = max(is_read, ?9) WHERE id = ?1
                """, .integer(known.id), .text(entry.identity), SQLValue(entry.alias), .text(entry.title),
                SQLValue(entry.link), SQLValue(entry.author), .text(text), .integer(now.seconds), isRead ? 1 : 0)
            try index(.news, known.id, date: known.date, "\(entry.title)\n\(text)")
        } else if now.seconds - known.seen > 86_400 {
            try database.run("UPDATE items SET seen = ? WHERE id = ?", .integer(now.seconds), .integer(known.id))
        }
        return nil
    }

    /// Records that the items of the last version were there until the server last answered: as long as it said that nothing
    /// was new, they were not recorded again.
    ///
    /// Two days are taken off. So those that are still there are recorded again now, and the others no longer count as items
    /// of the last version.
    private func noteLastVersion(of feed: FollowedFeed, at now: Timestamp) throws {
        guard let checked = feed.check.checked else { return }
        try database.run(
            """
            UPDATE items SET seen = ?2 WHERE feed = ?1 AND seen < ?2
                AND seen >= (SELECT max(seen) FROM items WHERE feed = ?1) - 86400
            """, .integer(feed.id), .integer(min(checked, now).seconds - 2 * 86_400))
    }

    private func forgetOldItems(of feed: FollowedFeed, at now: Timestamp) throws {
        try database.run(
            "DELETE FROM items WHERE feed = ? AND is_read = 1 AND seen < ?", .integer(feed.id),
            .integer(now.seconds - Self.memory))
        let faded = try database.rows(
            "SELECT id, date, title FROM items WHERE feed = ? AND is_read = 1 AND seen < ? AND text <> ''",
            .integer(feed.id), .integer(now.seconds - Self.memory / 2)
        ) { (id: $0.integer(0), date: Timestamp(seconds: $0.integer(1)), title: $0.text(2)) }
        for item in faded {
            try database.run("UPDATE items SET text = '' WHERE id = ?", .integer(item.id))
            try index(.news, item.id, date: item.date, item.title)
        }
    }

    private static let columns = """
        items.id, items.feed, feeds.title, items.title, items.link, items.author, items.date, items.is_read
        """

    private static func item(_ row: SQLRow) -> NewsItem {
        NewsItem(
            id: row.integer(0), feed: row.integer(1), source: row.text(2), title: row.text(3),
            link: row.optionalText(4),
            author: row.optionalText(5), date: Timestamp(seconds: row.integer(6)), isRead: row.flag(7))
    }

    private static let condition = """
        (?1 IS NULL OR items.feed = ?1) AND (?2 IS NULL OR items.feed IN (SELECT id FROM feeds WHERE fund = ?2))
        """

    /// Items, the newest first.
    func news(_ filter: NewsFilter = NewsFilter(), limit: Int) throws -> [NewsItem] {
        try database.rows(
            """
            SELECT \(Self.columns) FROM items JOIN feeds ON feeds.id = items.feed WHERE \(Self.condition)
            \(filter.onlyUnread ? "AND is_read = 0" : "") ORDER BY items.date DESC, items.id DESC LIMIT \(limit)
            """, SQLValue(filter.feed), SQLValue(filter.fund), as: Self.item)
    }

    func item(_ id: Int64) throws -> NewsItem? {
        try database.row(
            "SELECT \(Self.columns) FROM items JOIN feeds ON feeds.id = items.feed WHERE items.id = ?", .integer(id),
            as: Self.item)
    }

    func text(ofItem id: Int64) throws -> String {
        try database.row("SELECT text FROM items WHERE id = ?", .integer(id)) { $0.text(0) } ?? ""
    }

    /// What can be unread. The raw value is its table.
    enum Readable: String {
        case news = "items"
        case mail = "mails"
    }

    /// Marks items or messages as read.
    ///
    /// - Returns: How many were unread.
    @discardableResult
    func markAsRead(_ ids: [Int64], _ kind: Readable) throws -> Int {
        try database.transaction {
            try ids.reduce(0) { count, id in
                try count
                    + database.run(
                        "UPDATE \(kind.rawValue) SET is_read = 1 WHERE id = ? AND is_read = 0", .integer(id))
            }
        }
    }

    /// Marks all items that a filter lets through as read.
    ///
    /// - Returns: How many were unread.
    func markAllAsRead(_ filter: NewsFilter) throws -> Int {
        try database.run(
            "UPDATE items SET is_read = 1 WHERE is_read = 0 AND \(Self.condition)", SQLValue(filter.feed),
            SQLValue(filter.fund))
    }

    /// The number of the newest item; 0 if there is none.
    func newestItem() throws -> Int64 { try database.row("SELECT max(id) FROM items") { $0.integer(0) } ?? 0 }

    /// The numbers of the items that came after another one.
    func items(after id: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM items WHERE id > ? ORDER BY id", .integer(id)) { $0.integer(0) }
    }

    /// How many items are unread.
    func unread() throws -> Int {
        try database.row("SELECT count(*) FROM items WHERE is_read = 0") { Int($0.integer(0)) } ?? 0
    }
}

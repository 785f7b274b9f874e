import AppGroup
import ToolDatabase
import ToolProgram

extension Store {
    private static let columns = """
        id, address, title, home, folders, fund, etag, last_modified, digest, checked, due, problem, damage, pace_minutes,
        skipped_hours, moved_to, moves, is_gone
        """

    /// All feeds, by title.
    func feeds() throws -> [FollowedFeed] {
        try database.rows("SELECT \(Self.columns) FROM feeds ORDER BY title, id", as: Self.feed)
    }

    /// All feeds that an update may fetch, those of one server in a row, so that they can share a connection.
    func feedsToFetch() throws -> [FollowedFeed] {
        try database.rows("SELECT \(Self.columns) FROM feeds WHERE is_gone = 0 ORDER BY address", as: Self.feed)
    }

    /// Whether any feed is due.
    func hasDueFeeds(at now: Timestamp) throws -> Bool {
        try database.row(
            "SELECT EXISTS (SELECT 1 FROM feeds WHERE is_gone = 0 AND (due IS NULL OR due <= ?))", .integer(now.seconds)
        ) { $0.flag(0) } ?? false
    }

    /// Whether any feed is followed.
    func hasFeeds() throws -> Bool {
        try database.rows("SELECT EXISTS (SELECT 1 FROM feeds)") { $0.flag(0) }.first ?? false
    }

    /// How many unread items each feed has. Feeds without any are left out.
    func unreadOfFeeds() throws -> [FollowedFeed.ID: Int] {
        let counts = try database.rows("SELECT feed, count(*) FROM items WHERE is_read = 0 GROUP BY feed") {
            ($0.integer(0), Int($0.integer(1)))
        }
        return Dictionary(counts) { first, _ in first }
    }

    /// The separator between the names of folders in the table: a control character, which no name has.
    private static let separator = "\u{1F}"

    private static func feed(_ row: SQLRow) -> FollowedFeed {
        var feed = FollowedFeed(
            id: row.integer(0), address: row.text(1), title: row.text(2), home: row.optionalText(3),
            folders: row.text(4).split(separator: separator).map(String.init), fund: row.optionalInteger(5))
        feed.check = FeedCheck(
            etag: row.optionalText(6), lastModified: row.optionalText(7), digest: row.optionalInteger(8),
            checked: row.optionalInteger(9).map(Timestamp.init(seconds:)),
            due: row.optionalInteger(10).map(Timestamp.init(seconds:)), problem: row.optionalText(11),
            damage: row.optionalText(12), paceMinutes: Int(row.integer(13)),
            skipped: SkippedTimes(bits: row.integer(14)), movedTo: row.optionalText(15), moves: Int(row.integer(16)),
            isGone: row.flag(17))
        return feed
    }

    /// The feed that a user means: by its address or title, or by a part of them that no other feed has.
    func feed(_ what: String) throws -> FollowedFeed {
        try NamedChoice.pick(
            what, from: feeds(), id: \.address, names: { [$0.title, $0.address] },
            shown: { "“\($0.title)” (\($0.address))" },
            none: .notFound("There is no feed “\(what)”. To list the feeds: fund feed list"))
    }

    /// Adds a feed, unless it is followed already. Then it gets only the fund, if one is named.
    ///
    /// - Returns: The feed, and whether it is new.
    func addFeed(
        _ address: String, title: String, home: String?, folders: [String] = [], fund: Fund.ID?
    ) throws -> (feed: FollowedFeed, isNew: Bool) {
        try database.transaction { try insertFeed(address, title: title, home: home, folders: folders, fund: fund) }
    }

    /// The same without a transaction of its own.
    func insertFeed(
        _ address: String, title: String, home: String?, folders: [String], fund: Fund.ID?
    ) throws -> (feed: FollowedFeed, isNew: Bool) {
        let isNew = try database.run(
            """
            INSERT INTO feeds(id, address, title, home, folders, fund) VALUES(?, ?, ?, ?, ?, ?)
                ON CONFLICT(address) DO NOTHING
            """, .integer(try newNumber(in: "feeds", after: .lastFeed)), .text(address), .text(title), SQLValue(home),
            .text(folders.joined(separator: Self.separator)),
            SQLValue(fund))
        if isNew == 0, let fund {
            try database.run("UPDATE feeds SET fund = ? WHERE address = ?", .integer(fund), .text(address))
        }
        guard
            let feed = try database.row(
                "SELECT \(Self.columns) FROM feeds WHERE address = ?", .text(address), as: Self.feed)
        else { throw ToolError.notFound("The feed \(address) was removed meanwhile.") }
        return (feed, isNew > 0)
    }

    func removeFeed(_ feed: FollowedFeed) throws {
        try database.run("DELETE FROM feeds WHERE id = ?", .integer(feed.id))
    }

    /// Records how the last try to fetch a feed ended. To be called within a transaction.
    func record(_ check: FeedCheck, of feed: FollowedFeed) throws {
        try database.run(
            """
            UPDATE feeds SET etag = ?2, last_modified = ?3, digest = ?4, checked = ?5, due = ?6, problem = ?7,
                moved_to = ?8, moves = ?9, is_gone = ?10, damage = ?11, pace_minutes = ?12, skipped_hours = ?13 WHERE id = ?1
            """, .integer(feed.id), SQLValue(check.etag), SQLValue(check.lastModified), SQLValue(check.digest),
            SQLValue(check.checked?.seconds), SQLValue(check.due?.seconds), SQLValue(check.problem),
            SQLValue(check.movedTo), .integer(Int64(check.moves)), check.isGone ? 1 : 0,
            SQLValue(check.damage), .integer(Int64(check.paceMinutes)), .integer(check.skipped.bits))
    }

    func feed(id: FollowedFeed.ID) throws -> FollowedFeed? {
        try database.row("SELECT \(Self.columns) FROM feeds WHERE id = ?", .integer(id), as: Self.feed)
    }

    /// Changes what a user chooses of a feed. To be called within a transaction.
    func describe(_ feed: FollowedFeed, title: String, folders: [String], fund: Fund.ID?) throws {
        try database.run(
            "UPDATE feeds SET title = ?, folders = ?, fund = ? WHERE id = ?", .text(title),
            .text(folders.joined(separator: Self.separator)), SQLValue(fund), .integer(feed.id))
    }

    func hasFeed(_ id: FollowedFeed.ID) throws -> Bool {
        try database.row("SELECT 1 FROM feeds WHERE id = ?", .integer(id), as: { _ in true }) ?? false
    }

    /// Gives a feed a new address, unless another feed has it. A feed that is called by its address is called by the new one. To
    /// be called within a transaction.
    func move(_ feed: FollowedFeed, to address: String) throws {
        try database.run(
            "UPDATE OR IGNORE feeds SET title = iif(title = address, ?1, title), address = ?1 WHERE id = ?2",
            .text(address), .integer(feed.id))
    }

    /// Records what a feed says about itself. A title from an imported list stays. To be called within a transaction.
    ///
    /// - Parameter title: nil if the feed has none. Then it is called by its address.
    func describe(_ feed: FollowedFeed, title: String?, home: String?) throws {
        let isUntitled = feed.title.isEmpty || feed.title == feed.address
        try database.run(
            "UPDATE feeds SET title = ?, home = ? WHERE id = ?",
            .text(isUntitled ? title ?? feed.address : feed.title), SQLValue(home ?? feed.home), .integer(feed.id))
    }
}

extension Store {
    /// The longest time for which a host can ask to be left alone, in seconds.
    static let longestRest: Int64 = 86_400

    /// The hosts that asked to be left alone, each with the end of that time. An end that is later than any host can ask for
    /// was noted while the clock was wrong, and doesn't count.
    func restingHosts(at now: Timestamp) throws -> [String: Timestamp] {
        let hosts = try database.rows(
            "SELECT name, rests_until FROM hosts WHERE rests_until > ? AND rests_until <= ?", .integer(now.seconds),
            .integer(now.seconds + Self.longestRest)
        ) {
            ($0.text(0), Timestamp(seconds: $0.integer(1)))
        }
        return Dictionary(hosts) { first, _ in first }
    }

    /// Records that a host wants to be left alone until some time.
    func rest(_ host: String, until end: Timestamp) throws {
        try database.run("REPLACE INTO hosts(name, rests_until) VALUES(?, ?)", .text(host), .integer(end.seconds))
    }

    /// Notes that the group has to learn of changes. To be called within the transaction of the changes: if fund is killed,
    /// the next update tells the group.
    func noteUntold() throws { try set(.untold, to: "\(UInt64.random(in: .min ... .max))") }

    /// Calls `tell` if the group has to learn of changes. Changes that another process notes meanwhile stay noted.
    func tellUntold(_ tell: () throws -> Void) throws {
        guard let mark = try text(.untold) else { return }
        try tell()
        try database.run(
            "DELETE FROM settings WHERE key = ? AND value = ?", .text(Setting.untold.rawValue), .text(mark))
    }

    /// How many updates have ended.
    func updates() throws -> Int64 { try number(.updates) ?? 0 }

    /// What the last update has brought, as it was recorded; nil if that update was one of an earlier version, which records nothing.
    func updateResult() throws -> String? {
        let parts = try text(.updateResult)?.split(separator: " ", maxSplits: 1) ?? []
        return try parts.count == 2 && parts[0] == "\(updates())" ? String(parts[1]) : nil
    }

    /// Counts an update that has ended, and records what it has brought. To be called within a transaction.
    func countUpdate(result: String, at now: Timestamp) throws {
        try database.run("DELETE FROM hosts WHERE rests_until < ?", .integer(now.seconds))
        let number = try updates() + 1
        try set(.updates, to: "\(number)")
        try set(.updateResult, to: "\(number) \(result)")
    }
}

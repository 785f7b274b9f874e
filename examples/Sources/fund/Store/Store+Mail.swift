import AppGroup
import ToolDatabase
import ToolProgram

extension Store {
    /// The folder of the messages.
    var mailFolder: String { "\(Self.folder(in: root))/mail" }

    /// The file of a message.
    func mailFile(_ identity: String) -> String { "\(mailFolder)/\(identity).eml" }

    private static let columns = "id, fund, subject, sender, date, attachments, is_read, identity"

    private static func mail(_ row: SQLRow) -> Mail {
        Mail(
            id: row.integer(0), fund: row.optionalInteger(1), subject: row.text(2), sender: row.text(3),
            date: Timestamp(seconds: row.integer(4)), attachments: Int(row.integer(5)), isRead: row.flag(6),
            identity: row.text(7))
    }

    /// Messages, the newest first.
    func mails(_ filter: MailFilter = MailFilter(), limit: Int) throws -> [Mail] {
        let conditions =
            (filter.onlyUnread ? "AND is_read = 0 " : "") + (filter.onlyUnfiled ? "AND fund IS NULL " : "")
            + (filter.fund == nil ? "" : "AND fund = ?1")
        return try database.rows(
            "SELECT \(Self.columns) FROM mails WHERE 1 \(conditions) ORDER BY date DESC, id DESC LIMIT \(limit)",
            filter.fund.map { [.integer($0)] } ?? [], as: Self.mail)
    }

    func mail(_ id: Int64) throws -> Mail? {
        try database.row("SELECT \(Self.columns) FROM mails WHERE id = ?", .integer(id), as: Self.mail)
    }

    /// The message with this number.
    func existingMail(_ number: Int64) throws -> Mail {
        guard let mail = try mail(number) else {
            throw ToolError.notFound("There is no message \(number). To list the mail: fund mail list")
        }
        return mail
    }

    /// Marks all messages that a filter lets through as read.
    ///
    /// - Returns: How many were unread.
    func markAllMailAsRead(_ filter: MailFilter) throws -> Int {
        try database.run(
            """
            UPDATE mails SET is_read = 1 WHERE is_read = 0 AND (?1 IS NULL OR fund = ?1) AND (?2 = 0 OR fund IS NULL)
            """, SQLValue(filter.fund), filter.onlyUnfiled ? 1 : 0)
    }

    /// How many messages of funds are unread.
    func unreadMail() throws -> Int {
        try database.row("SELECT count(*) FROM mails WHERE is_read = 0 AND fund > 0") { Int($0.integer(0)) } ?? 0
    }

    /// The newest unread message of a fund.
    func newestUnreadMail() throws -> Mail? {
        try database.row(
            """
            SELECT \(Self.columns) FROM mails WHERE is_read = 0 AND fund > 0 AND subject <> ''
            ORDER BY date DESC, id DESC LIMIT 1
            """, as: Self.mail)
    }

    /// Whether there is any message.
    func hasMail() throws -> Bool { try database.row("SELECT 1 FROM mails LIMIT 1") { _ in true } ?? false }

    /// Removes a message. It is never fetched again.
    ///
    /// - Parameter takeFile: Removes its file, while no other process can record a message.
    func removeMail(_ mail: Mail, _ takeFile: () throws -> Void) throws {
        try database.transaction {
            try database.run("DELETE FROM mails WHERE id = ?", .integer(mail.id))
            try database.run("INSERT OR IGNORE INTO mails_removed(identity) VALUES(?)", .text(mail.identity))
            try takeFile()
        }
    }

    /// Whether a message was removed, so that nobody wants its file.
    func isRemovedMail(_ identity: String) throws -> Bool {
        try database.row("SELECT 1 FROM mails_removed WHERE identity = ?", .text(identity)) { _ in true } ?? false
    }

    // MARK: - Filing

    /// Files a message by hand, so that nothing else moves it.
    ///
    /// - Parameter fund: nil to leave it unfiled.
    func file(_ mail: Mail, under fund: Fund?) throws {
        try database.run(
            "UPDATE mails SET fund = ?, is_by_hand = 1 WHERE id = ?", SQLValue(fund?.id), .integer(mail.id))
    }

    /// Files the unfiled messages that may be filed now, because a sender, a server or a fund is new. Those that were filed by
    /// hand stay.
    ///
    /// - Parameter fund: Decides about a message.
    /// - Returns: How many were filed.
    func fileWaitingMail(_ fund: (_ evidence: MailEvidence, _ account: Int64?) -> Fund?) throws -> Int {
        try database.transaction {
            let waiting = try database.rows(
                """
                SELECT id, subject, address, server, is_vouched, account FROM mails
                WHERE fund IS NULL AND is_by_hand = 0 AND is_vouched = 1
                """
            ) { row in
                (
                    id: row.integer(0), account: row.optionalInteger(5),
                    evidence: MailEvidence(
                        subject: row.text(1), address: row.text(2), server: row.optionalText(3),
                        isVouched: row.flag(4))
                )
            }
            var count = 0
            for mail in waiting {
                guard let fund = fund(mail.evidence, mail.account) else { continue }
                try database.run("UPDATE mails SET fund = ? WHERE id = ?", .integer(fund.id), .integer(mail.id))
                count += 1
            }
            return count
        }
    }

    /// How often each server is the topmost one that wrote `Authentication-Results`, the most frequent first.
    func vouchingServers(of account: MailAccount) throws -> [(server: String, count: Int)] {
        try database.rows(
            """
            SELECT server, count(*) FROM mails WHERE account = ? AND server IS NOT NULL
            GROUP BY server ORDER BY count(*) DESC LIMIT 5
            """, .integer(account.id)
        ) { (server: $0.text(0), count: Int($0.integer(1))) }
    }
}

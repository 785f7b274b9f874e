import AppGroup
import ToolDatabase

/// What is known of a message on a server.
struct SeenMail: Sendable {
    /// The identity of the message here; nil if it was removed here, or not fetched.
    let identity: String?
    /// Why it was not fetched.
    let problem: String?
}

extension Store {
    /// What is known of the messages of an account, by their UIDL.
    func seenMail(of account: MailAccount) throws -> [String: SeenMail] {
        let rows = try database.rows(
            """
            SELECT uidl, identity, problem FROM mails_seen LEFT JOIN mails ON mails.id = mails_seen.mail
            WHERE mails_seen.account = ?
            """, .integer(account.id)
        ) { ($0.text(0), SeenMail(identity: $0.optionalText(1), problem: $0.optionalText(2))) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Records a message that was fetched and is on the disk. To be called within a transaction.
    ///
    /// - Parameter uidl: nil if several messages have its UIDL.
    /// - Returns: Its number; nil if it was here already, or was removed here, under another UIDL.
    func record(
        _ mail: FetchedMail, uidl: String?, of account: MailAccount, under fund: Fund?
    ) throws -> Int64? {
        let isNew = try database.run(
            """
            INSERT INTO mails(
                account, fund, identity, subject, sender, address, date, size, attachments, server, is_vouched)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
            WHERE NOT EXISTS (SELECT 1 FROM mails_removed WHERE identity = ?3)
            ON CONFLICT(identity) DO NOTHING
            """, .integer(account.id), SQLValue(fund?.id), .text(mail.identity), .text(mail.evidence.subject),
            .text(mail.sender), .text(mail.evidence.address), .integer(mail.date.seconds), .integer(Int64(mail.size)),
            .integer(Int64(mail.attachments)), SQLValue(mail.evidence.server), mail.evidence.isVouched ? 1 : 0)
        let added = isNew > 0 ? database.lastRow : nil
        if let added { try index(.mail, added, date: mail.date, mail.text) }
        if let uidl {
            try database.run(
                """
                REPLACE INTO mails_seen(account, uidl, mail) VALUES(?, ?, (SELECT id FROM mails WHERE identity = ?))
                """, .integer(account.id), .text(uidl), .text(mail.identity))
        }
        return added
    }

    /// Records why a message is not fetched.
    func record(problem: String, uidl: String, of account: MailAccount) throws {
        try database.run(
            "REPLACE INTO mails_seen(account, uidl, problem) VALUES(?, ?, ?)", .integer(account.id), .text(uidl),
            .text(problem))
    }

    /// Forgets messages of an account by their UIDLs. If the server lists them again, they are fetched and recognized.
    func forgetMail(_ identifiers: [String], of account: MailAccount) throws {
        guard !identifiers.isEmpty else { return }
        try database.transaction {
            for uidl in identifiers {
                try database.run(
                    "DELETE FROM mails_seen WHERE account = ? AND uidl = ?", .integer(account.id), .text(uidl))
            }
        }
    }
}

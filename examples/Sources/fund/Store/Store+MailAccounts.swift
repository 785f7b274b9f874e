import ToolDatabase
import ToolProgram

extension Store {
    private static let columns = """
        id, address, host, port, encryption, user, password_command, is_remembered, deletes, vouching_server
        """

    /// All accounts, by address.
    func mailAccounts() throws -> [MailAccount] {
        try database.rows("SELECT \(Self.columns) FROM mail_accounts ORDER BY address", as: Self.account)
    }

    private static func account(_ row: SQLRow) -> MailAccount {
        MailAccount(
            id: row.integer(0), address: row.text(1), host: row.text(2), port: Int(row.integer(3)),
            encryption: row.text(4), user: row.text(5), passwordCommand: row.optionalText(6), isRemembered: row.flag(7),
            deletes: row.flag(8), vouchingServer: row.optionalText(9))
    }

    /// The account that a user means: by its address, or by a part of it that no other account has.
    func mailAccount(_ what: String) throws -> MailAccount {
        try NamedChoice.pick(
            what, from: mailAccounts(), id: \.address, names: { [$0.address] }, shown: \.address,
            none: .notFound("There is no account “\(what)”. To add one: fund mail account add ADDRESS --server HOST"))
    }

    /// Adds an account; its number is not used. If there is one with this address, it gets everything else. If its mailbox is
    /// another one from now on, what the old one was seen to have is forgotten.
    func setMailAccount(_ account: MailAccount) throws -> MailAccount {
        try database.transaction {
            // Two mailboxes may use the same UIDL for different messages.
            try database.run(
                """
                DELETE FROM mails_seen WHERE account = (
                    SELECT id FROM mail_accounts WHERE address = ?1 AND (host <> ?2 OR port <> ?3 OR user <> ?4))
                """, .text(account.address), .text(account.host), .integer(Int64(account.port)), .text(account.user))
            try database.run(
                """
                INSERT INTO mail_accounts(
                    address, host, port, encryption, user, password_command, is_remembered, deletes, vouching_server)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(address) DO UPDATE SET host = ?2, port = ?3,
                    encryption = ?4, user = ?5, password_command = ?6, is_remembered = ?7, deletes = ?8,
                    vouching_server = ?9
                """, .text(account.address), .text(account.host), .integer(Int64(account.port)),
                .text(account.encryption), .text(account.user), SQLValue(account.passwordCommand),
                account.isRemembered ? 1 : 0, account.deletes ? 1 : 0, SQLValue(account.vouchingServer))
        }
        return try mailAccount(account.address)
    }

    /// Forgets an account, and what its server was seen to have. Its mail stays.
    func removeMailAccount(_ account: MailAccount) throws {
        try database.transaction {
            _ = try database.run("DELETE FROM mail_accounts WHERE id = ?", .integer(account.id))
        }
    }

    // MARK: - Trusted senders

    /// The trusted addresses and domains, such as `anna@example.org` and `@example.org`, in lowercase.
    func trustedSenders() throws -> [String] {
        try database.rows("SELECT address FROM trusted_senders ORDER BY address") { $0.text(0) }
    }

    /// Trusts a sender.
    func trust(_ address: String) throws {
        try database.run("INSERT OR IGNORE INTO trusted_senders(address) VALUES(?)", .text(address.lowercased()))
    }

    /// Trusts a sender no longer. Their mail stays where it is.
    ///
    /// - Returns: Whether they were trusted.
    func distrust(_ address: String) throws -> Bool {
        try database.run("DELETE FROM trusted_senders WHERE address = ?", .text(address.lowercased())) > 0
    }
}

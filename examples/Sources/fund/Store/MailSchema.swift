/// The tables for mail: decision 30.
enum MailSchema {
    /// `mails_seen` has each message that a server has, by its UIDL, even after the message itself was removed here. A
    /// `problem` is the reason why it was not fetched.
    static let script = """
        CREATE TABLE mail_accounts(
            id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL UNIQUE, host TEXT NOT NULL, port INTEGER NOT NULL,
            encryption TEXT NOT NULL, user TEXT NOT NULL, password_command TEXT, is_remembered INTEGER NOT NULL,
            deletes INTEGER NOT NULL, vouching_server TEXT) STRICT;
        CREATE TABLE mails(
            id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER REFERENCES mail_accounts ON DELETE SET NULL,
            fund INTEGER REFERENCES funds ON DELETE SET NULL, is_by_hand INTEGER NOT NULL DEFAULT 0,
            identity TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, sender TEXT NOT NULL, address TEXT NOT NULL,
            date INTEGER NOT NULL, size INTEGER NOT NULL, attachments INTEGER NOT NULL,
            is_read INTEGER NOT NULL DEFAULT 0, server TEXT, is_vouched INTEGER NOT NULL) STRICT;
        CREATE INDEX mails_of_account ON mails(account);
        CREATE INDEX mails_of_fund ON mails(fund, date);
        CREATE INDEX mails_unread ON mails(fund) WHERE is_read = 0;
        CREATE INDEX mails_by_date ON mails(date, id);
        CREATE TABLE mails_seen(
            account INTEGER NOT NULL REFERENCES mail_accounts ON DELETE CASCADE, uidl TEXT NOT NULL,
            mail INTEGER REFERENCES mails ON DELETE SET NULL, problem TEXT, PRIMARY KEY(account, uidl))
            STRICT, WITHOUT ROWID;
        CREATE INDEX mails_seen_of_mail ON mails_seen(mail);
        CREATE TABLE mails_removed(identity TEXT PRIMARY KEY) STRICT;
        CREATE TABLE trusted_senders(address TEXT PRIMARY KEY) STRICT;
        CREATE TRIGGER mails_removed AFTER DELETE ON mails BEGIN
            DELETE FROM texts WHERE kind = 4 AND owner = old.id;
        END;
        """
}

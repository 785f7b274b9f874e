import AppGroup

/// A mailbox that mail is fetched from.
struct MailAccount: Sendable, Hashable {
    let id: Int64
    /// The user's address, which names the account.
    let address: String
    let host: String
    let port: Int
    /// `tls` or `stls`.
    let encryption: String
    let user: String
    /// A command that prints the password.
    let passwordCommand: String?
    /// Whether the desktop's keyring has the password.
    let isRemembered: Bool
    /// Whether mail is deleted on the server once it is here.
    let deletes: Bool
    /// What the user's own mail server calls itself in `Authentication-Results`.
    let vouchingServer: String?

    /// Whether two accounts have the same mailbox, in which a UIDL means the same message.
    func hasMailbox(of other: MailAccount) -> Bool {
        host == other.host && port == other.port && user == other.user
    }
}

/// A message that was fetched.
struct Mail: Sendable {
    /// Its number, which never changes.
    let id: Int64
    /// The fund that it is filed under; nil if it is unfiled.
    let fund: Fund.ID?
    let subject: String
    /// The name of the sender, or else their address.
    let sender: String
    let date: Timestamp
    let attachments: Int
    let isRead: Bool
    /// What no other message has: the name of its file without its ending.
    let identity: String
}

/// What decides where a message is filed.
struct MailEvidence: Sendable {
    let subject: String
    /// The address in the only `From`; empty if there is none or more than one.
    let address: String
    /// The server that wrote the topmost `Authentication-Results`.
    let server: String?
    /// Whether that server vouches for the domain of the address.
    let isVouched: Bool
}

/// A message as it was read, before the store has it.
struct FetchedMail: Sendable {
    let identity: String
    let evidence: MailEvidence
    let sender: String
    let date: Timestamp
    let size: Int
    let attachments: Int
    /// What a search looks into.
    let text: String
}

/// Which mail to list or to mark.
struct MailFilter: Sendable {
    var fund: Fund.ID?
    var onlyUnfiled = false
    var onlyUnread = false
}

import ToolDatabase

/// Decides which fund a message is filed under.
///
/// Anybody can write any name and address into `From`. So a message is filed only if its sender is trusted, if the topmost
/// `Authentication-Results` are those of the user's own mail server, and if they vouch for the sender. Every other message is kept as
/// unfiled.
struct MailFiling {
    private let funds: [Fund]
    private let trusted: Set<String>
    private let servers: [Int64: String]

    init(_ store: Store) throws {
        funds = try store.funds()
        trusted = Set(try store.trustedSenders())
        servers = Dictionary(
            try store.mailAccounts().compactMap { account in account.vouchingServer.map { (account.id, $0) } }
        ) { first, _ in first }
    }

    /// The fund of a message; nil if it stays unfiled.
    func fund(for evidence: MailEvidence, in account: Int64?) -> Fund? {
        guard evidence.isVouched, let server = evidence.server, let account, servers[account] == server,
            isTrusted(evidence.address)
        else { return nil }
        return SubjectTag.fund(in: evidence.subject, among: funds)
    }

    /// Whether an address, or its whole domain, is trusted.
    private func isTrusted(_ address: String) -> Bool {
        guard let at = address.lastIndex(of: "@") else { return false }
        return trusted.contains(address) || trusted.contains(String(address[at...]))
    }
}

extension MailFiling {
    /// Files the unfiled messages that may be filed now.
    ///
    /// - Returns: How many were filed.
    func fileWaiting(in store: Store) throws -> Int {
        try store.fileWaitingMail { evidence, account in fund(for: evidence, in: account) }
    }
}

import AppGroup
import AppGroupText
import Downloading
import ToolProgram
import ToolSupport

/// What fetching mail has brought.
struct MailSummary: Sendable {
    /// The numbers of the new messages, in the order of their arrival.
    var mails: [Int64] = []
    /// How many messages were here already, under another UIDL.
    var known = 0
    /// How many messages the server was told to delete.
    var deleted = 0
    /// Messages that were not fetched, each with a sentence.
    var problems: [String] = []
}

/// Fetches the mail of accounts: decision 30.
///
/// Each message is on the disk, with its UIDL in the store, before the server is told to delete it. A process that is killed at any
/// moment loses nothing, and the next one doubles nothing.
struct MailFetcher {
    let store: Store
    /// The longest wait for a silent server, in seconds.
    let timeout: Int
    var clock: @Sendable () -> Timestamp = { .now }

    /// How many messages, and how many bytes of them, are recorded at a time.
    private static let batch = (mails: 100, bytes: 32 << 20)

    /// How many sessions may end early without a message that arrived.
    private static let sessionLimit = 20

    private var download: MailDownload { MailDownload(folder: store.mailFolder) }

    /// Fetches the new mail of an account.
    ///
    /// - Parameters:
    ///   - deletes: Whether to delete mail on the server once it is here.
    ///   - summary: Receives what has arrived, even if the rest fails.
    /// - Throws: `MailboxError` if the server is at fault, and `ToolError` otherwise or if too many sessions have ended early. Its
    ///   status is 75 if the account has got another mailbox since it was read from the store.
    func fetch(_ account: MailAccount, password: String, deletes: Bool, into summary: inout MailSummary) throws {
        let turn = try store.takeMailTurn()
        defer { turn.end() }
        guard try store.mailAccounts().contains(where: { $0.id == account.id && $0.hasMailbox(of: account) }) else {
            throw ToolError.busy("The account was changed just now. Fetch its mail again.")
        }
        try download.clean()
        _ = try AttachmentDrafts(in: store, patience: .zero)
        var refused: Set<String> = []
        var fruitlessSessions = 0
        while fruitlessSessions < Self.sessionLimit {
            let before = summary.mails.count + summary.known
            let connection = try Self.connection(to: account, password: password, timeout: timeout)
            let entries = try connection.entries()
            if try fetchAll(entries, of: account, by: connection, besides: &refused, into: &summary) {
                let deleted = try deletes ? delete(entries, of: account, by: connection, into: &summary) : []
                try connection.quit()
                // From now on, the server may give their UIDLs to other messages.
                try store.forgetMail(deleted, of: account)
                return
            }
            if summary.mails.count + summary.known == before { fruitlessSessions += 1 }
        }
        throw ToolError.unavailable(
            "\(Self.sessionLimit) sessions with \(account.host) ended before a message of \(account.address) arrived, so "
                + "the rest of its mail was not fetched. Move the messages that can't be fetched elsewhere, or try again "
                + "later.")
    }

    static func connection(to account: MailAccount, password: String, timeout: Int) throws -> MailboxConnection {
        let encryption = MailboxAddress.Encryption(rawValue: account.encryption) ?? .immediate
        guard let address = MailboxAddress(host: account.host, port: account.port, encryption) else {
            throw ToolError.configuration("“\(account.host)” is not a server. Set another: fund mail account set")
        }
        return try MailboxConnection(
            address, user: account.user, password: password, patience: Patience(silence: timeout))
    }

    /// Fetches all messages that are new, and those whose UIDL identifies nothing because several messages have it.
    ///
    /// - Parameter refused: The UIDLs of messages that the server does not deliver. Those that it refuses now are added.
    /// - Returns: false if the session has ended over a message that the server refused or that was too large.
    private func fetchAll(
        _ entries: [MailboxConnection.Entry], of account: MailAccount, by connection: MailboxConnection,
        besides refused: inout Set<String>, into summary: inout MailSummary
    ) throws -> Bool {
        let now = clock()
        let unique = Set(entries.lazy.filter(\.isUnique).map(\.identifier))
        let seen = try store.seenMail(of: account).keys
        try store.forgetMail(seen.filter { !unique.contains($0) }, of: account)
        let known = unique.intersection(seen)
        let new = entries.filter { !known.contains($0.identifier) && !refused.contains($0.identifier) }
        let sizes = new.isEmpty ? [:] : try connection.sizes()
        let isTooLarge = { (entry: MailboxConnection.Entry) in sizes[entry.number] ?? 0 > MailDownload.sizeLimit }
        for entry in new where isTooLarge(entry) {
            try skip(entry, of: account, besides: &refused, into: &summary)
        }
        let wanted = new.filter { !isTooLarge($0) }
        connection.plan(wanted.map(\.number))
        var batch = Batch()
        var hasRefused = false
        for entry in wanted {
            do {
                let mail = try download.fetch(entry.number, from: connection, at: now)
                batch.add(mail, entry.isUnique ? entry.identifier : nil)
            } catch is MailDownload.TooLarge {
                // The server had announced a smaller one.
                try record(&batch, of: account, into: &summary)
                try skip(entry, of: account, besides: &refused, into: &summary)
                return false
            } catch let error as MailboxError where error.code == .refused {
                hasRefused = true
                refused.insert(entry.identifier)
                summary.problems.append("A message of \(account.address) could not be fetched. \(error)")
            } catch {
                // The messages that have arrived stay.
                do { try record(&batch, of: account, into: &summary) } catch let failure {
                    throw error is MailboxError ? failure : error
                }
                // Some servers break off at a message that they can't deliver.
                guard hasRefused, (error as? MailboxError)?.code == .unreachable else { throw error }
                return false
            }
            if batch.mails.count >= Self.batch.mails || batch.size >= Self.batch.bytes {
                try record(&batch, of: account, into: &summary)
            }
        }
        try record(&batch, of: account, into: &summary)
        return true
    }

    /// Messages that are in files, but not in the store yet.
    private struct Batch {
        private(set) var mails: [(mail: FetchedMail, uidl: String?)] = []
        private(set) var size = 0

        mutating func add(_ mail: FetchedMail, _ uidl: String?) {
            mails.append((mail, uidl))
            size += mail.size
        }
    }

    private func record(_ batch: inout Batch, of account: MailAccount, into summary: inout MailSummary) throws {
        guard !batch.mails.isEmpty else { return }
        defer { batch = Batch() }
        try download.synchronize(batch.mails.map(\.mail.identity))
        let added = try store.database.transaction {
            let filing = try MailFiling(store)
            return try batch.mails.map { mail, uidl in
                let fund = filing.fund(for: mail.evidence, in: account.id)
                let added = try store.record(mail, uidl: uidl, of: account, under: fund)
                if added == nil {
                    // The server has given another UIDL to a message that the user has removed.
                    if try store.isRemovedMail(mail.identity) { try download.discard(mail.identity) }
                } else if !download.has(mail.identity) {
                    throw ToolError.inputOutput(
                        "\(store.mailFile(mail.identity)) has disappeared. Fetch the mail again.")
                }
                return added
            }
        }
        summary.mails += added.compactMap { $0 }
        summary.known += added.count { $0 == nil }
    }

    private func skip(
        _ entry: MailboxConnection.Entry, of account: MailAccount, besides refused: inout Set<String>,
        into summary: inout MailSummary
    ) throws {
        let problem =
            "A message of \(account.address) has more than \(MailDownload.sizeLimit >> 20) MiB: it stays on the server."
        refused.insert(entry.identifier)
        if entry.isUnique { try store.record(problem: problem, uidl: entry.identifier, of: account) }
        summary.problems.append(problem)
    }

    /// Deletes the messages that are here from the server.
    ///
    /// - Returns: Their UIDLs.
    private func delete(
        _ entries: [MailboxConnection.Entry], of account: MailAccount, by connection: MailboxConnection,
        into summary: inout MailSummary
    ) throws -> [String] {
        let seen = try store.seenMail(of: account)
        let wanted = entries.filter { entry in
            guard let mail = seen[entry.identifier], mail.problem == nil else { return false }
            // A message that was removed here is wanted nowhere; any other one must be here.
            guard let identity = mail.identity, !download.has(identity) else { return true }
            summary.problems.append(
                "\(store.mailFile(identity)) is missing, so its message stays on the server of \(account.address).")
            return false
        }
        let alike = entries.count { !$0.isUnique }
        if alike > 0 {
            summary.problems.append(
                "\(alike) messages of \(account.address) have the same UIDL as another one, so they stay on the server."
            )
        }
        let refusals = try connection.delete(wanted.map(\.number))
        summary.deleted += wanted.count - refusals.count
        if let first = refusals.first {
            summary.problems.append(
                "\(Quantity(refusals.count, "message")) of \(account.address) could not be deleted there. "
                    + "\(first.reason)")
        }
        let kept = Set(refusals.map(\.number))
        return wanted.filter { !kept.contains($0.number) }.map(\.identifier)
    }
}

extension ToolError {
    /// A failure of a mail server.
    init(_ error: MailboxError, of account: MailAccount) {
        switch error.code {
        case .unreachable: self = .unavailable(error.description)
        case .refusedLogin:
            self = .refused(
                "\(error.description) To check the password: fund mail account set \(account.address)")
        case .busy: self = .busy(error.description)
        case .refused, .tooLarge: self = .unavailable(error.description)
        case .nonsense: self = .protocolBroken(error.description)
        }
    }
}

import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Downloading
import ToolProgram
import ToolSupport

struct MailFetchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch the new mail of all accounts, file it, and list it.",
        discussion: """
            Mail is deleted on the server only if you want that, and only after it is on your disk.

            The exit status is 0 if all accounts could be asked, 69 if a server cannot be reached or trusted, 74 if the disk \
            is full or read-only, 75 if another program reads the mailbox, 76 if an answer is not POP3, and 77 \
            if a password is wrong.
            """
    )

    @Argument(help: "The account; without one, all accounts.")
    var account: String?

    @Flag(name: .customLong("keep"), help: "Leave the mail on the server, whatever the account says.")
    var keeps = false

    @Flag(
        name: .customLong("delete"), help: "Delete the mail on the server once it is here, whatever the account says.")
    var deletes = false

    @Flag(help: "List nothing.")
    var quiet = false

    @OptionGroup
    var options: TimeoutOptions

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func validate() throws {
        guard !keeps || !deletes else { throw ValidationError("Give either --keep or --delete.") }
    }

    func run() throws {
        let store = try Store()
        let accounts = try account.map { [try store.mailAccount($0)] } ?? store.mailAccounts()
        guard !accounts.isEmpty else {
            throw ToolError.notFound(
                "There is no account yet. To add one: fund mail account add ADDRESS --server HOST")
        }
        var round = MailRound(store: store, timeout: options.timeout)
        if keeps || deletes { round.deletes = deletes }
        var result = MailRound.Result()
        try round.fetch(accounts, into: &result)
        if !quiet {
            try Output.write(MailListing(result.mails, funds: store.funds(), clock: .current), as: format)
            console.say(result.sentence)
        }
        for problem in result.summary.problems { console.say(problem) }
        for failure in result.failures { console.say("\(failure.account): \(failure.error)") }
        if !quiet { try MailHint.show(accounts, in: store) }
        if let worst = result.worst { throw ExitCode(worst.exitStatus.rawValue) }
    }
}

/// Fetches the mail of several accounts, and tells the group and the desktop what is new.
struct MailRound {
    let store: Store
    let timeout: Int
    /// Whether mail is deleted on the server; nil for what the account says.
    var deletes: Bool?
    /// The passwords that were asked for. An account that was changed gets none of them.
    var passwords: [MailAccount: String] = [:]

    init(store: Store, timeout: Int) { (self.store, self.timeout) = (store, timeout) }

    /// What a round has brought.
    struct Result {
        var summary = MailSummary()
        /// The new messages, the newest first.
        var mails: [Mail] = []
        /// How many older messages were filed.
        var filed = 0
        var failures: [MailFailure] = []

        /// The failure that decides the exit status: the disk counts more than anything else, and then the lowest status.
        /// nil if nothing has failed.
        var worst: ToolError.Kind? {
            let kinds = failures.map(\.error.kind)
            return kinds.contains(.inputOutput)
                ? .inputOutput : kinds.min { $0.exitStatus.rawValue < $1.exitStatus.rawValue }
        }
    }

    /// - Parameter result: Receives what has arrived and what has failed, even if this throws.
    mutating func fetch(_ accounts: [MailAccount], into result: inout Result) throws {
        let fetcher = MailFetcher(store: store, timeout: timeout)
        for account in accounts {
            do {
                let password = try passwords[account] ?? account.password.value(console)
                passwords[account] = password
                try fetcher.fetch(
                    account, password: password, deletes: deletes ?? account.deletes, into: &result.summary)
            } catch let error as MailboxError {
                let isLoginRefused = error.code == .refusedLogin
                if isLoginRefused { passwords[account] = nil }
                result.failures.append(
                    MailFailure(
                        account: account.address, error: ToolError(error, of: account), isLoginRefused: isLoginRefused))
            } catch let error as ToolError {
                result.failures.append(MailFailure(account: account.address, error: error))
                // A fault of the disk concerns all accounts.
                if error.kind == .inputOutput { break }
            }
        }
        if result.worst != .inputOutput { result.filed = try MailFiling(store).fileWaiting(in: store) }
        result.mails = try result.summary.mails.compactMap { try store.mail($0) }
            .sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        try Membership.announce(store)
        let filed = result.mails.filter { $0.fund != nil }
        if let newest = filed.first {
            let more = filed.count > 1 ? ", and \(filed.count - 1) more" : ""
            Notifier(program: "Fund").show(newest.sender, "\(newest.subject)\(more)")
        }
    }
}

extension MailRound.Result {
    /// What the round has brought, in one sentence.
    fileprivate var sentence: String {
        let unfiled = mails.count { $0.fund == nil }
        var parts = [mails.isEmpty ? "nothing new" : "\(Quantity(mails.count, "new message"))"]
        if unfiled > 0 { parts.append("\(unfiled) unfiled") }
        if filed > 0 { parts.append("\(Quantity(filed, "older message")) filed") }
        if summary.known > 0 { parts.append("\(Quantity(summary.known, "message")) here already") }
        if summary.deleted > 0 { parts.append("\(summary.deleted) deleted on the server") }
        if !failures.isEmpty { parts.append("\(Quantity(failures.count, "account")) failed") }
        return parts.joined(separator: ", ") + "."
    }
}

/// Says what an account lacks so that its mail can be filed.
enum MailHint {
    static func show(_ accounts: [MailAccount], in store: Store) throws {
        for account in accounts where account.vouchingServer == nil {
            guard let (server, messages) = try store.vouchingServers(of: account).first else { continue }
            console.say(
                "No mail of \(account.address) is filed yet, because fund doesn't know what your mail server calls "
                    + "itself. On top of \(Quantity(messages, "message")), “\(server)” says what it found out about the "
                    + "sender. If that is your server, and it writes this into every message: "
                    + "fund mail account set \(account.address) --authserv-id \(server.quotedForShell)")
        }
    }
}
